/** The topics of `--help`, each with its line in the main page. */
export const TOPICS = {
  "all": "Examples, subcommands and every flag that people type",
  "flags": "All flags with all spellings, including those that only client SDKs pass",
  "exit-codes": "Every error code and its exit status",
  "dialects": "The protocols of the JSON lines",
  "acp": "How an editor starts it and what it can do there",
  "serve": "How clients connect to a server, attach to sessions and are limited",
  "sandbox": "What commands can see, write and reach, and how secrets are kept from them",
  "settings": "Settings files and what a project may change",
  "environment": "Environment variables",
} as const;

/** The name of a topic. */
export type Topic = keyof typeof TOPICS;

/** The names of all topics. */
export const TOPIC_NAMES: readonly string[] = Object.keys(TOPICS);

/** Whether a word is the name of a topic. */
export function isTopic(word: string): word is Topic {
  return Object.hasOwn(TOPICS, word);
}
