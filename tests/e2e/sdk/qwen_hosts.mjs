// deno-lint-ignore-file explicit-function-return-type -- plain JavaScript, as users of the SDKs write it.
/** Hosts written against `@qwen-code/sdk`. */
export const hosts = {
  async single({ query, drain }) {
    const { said, error } = await drain(query("hello"));
    return { said, error };
  },
};
