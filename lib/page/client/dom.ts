/** What an element is made with. */
export interface ElementOptions {
  class?: string;
  text?: string;
  /** Attributes by their names; null leaves one out. */
  attributes?: Readonly<Record<string, string | null>>;
  children?: readonly (Node | string)[];
  onClick?: () => void;
}

/** Makes an element. Text is always set as text, never parsed. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: ElementOptions = {},
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (options.class !== undefined) element.className = options.class;
  for (const [name, value] of Object.entries(options.attributes ?? {})) {
    if (value !== null) element.setAttribute(name, value);
  }
  if (options.text !== undefined) element.textContent = options.text;
  if (options.children) element.append(...options.children);
  if (options.onClick) element.addEventListener("click", options.onClick);
  return element;
}

/** Makes a button. */
export function button(text: string, options: ElementOptions = {}): HTMLButtonElement {
  return h("button", { ...options, text, attributes: { type: "button", ...options.attributes } });
}

/** Sets the text of an element, and leaves the element alone where it says so already. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows or hides an element. */
export function show(element: HTMLElement, { when }: { when: boolean }): void {
  if (element.hidden === when) element.hidden = !when;
}

/** The one element of the document with an id. Throws where the document has none. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element ${id}`);
  return found;
}
