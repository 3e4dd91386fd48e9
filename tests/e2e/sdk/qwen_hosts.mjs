/** Hosts written against `@qwen-code/sdk`. */
export const hosts = {
  async single({ query, drain }) {
    const { said, error } = await drain(query("hello"));
    return { said, error };
  },
};
