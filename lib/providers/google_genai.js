/**
 * Google's client. The build bundles this module by itself: the package calls `require` for modules of Node, and a
 * bundle that does so loads Node's module system at start-up.
 */
export { GoogleGenAI } from "@google/genai";
