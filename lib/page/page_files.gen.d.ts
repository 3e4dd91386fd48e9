/** The files of the page by their path. */
export declare const files: Readonly<Record<string, { readonly type: string; readonly text: string }>>;
