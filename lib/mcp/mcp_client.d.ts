/** The types of the package as far as we use them; those that it ships cost seconds at every check. */
import type { Sdk } from "./sdk.ts";

export const auth: Sdk["auth"];
export const Client: Sdk["Client"];
export const InsufficientScopeError: Sdk["InsufficientScopeError"];
export const SSEClientTransport: Sdk["SSEClientTransport"];
export const StreamableHTTPClientTransport: Sdk["StreamableHTTPClientTransport"];
export const SUPPORTED_PROTOCOL_VERSIONS: Sdk["SUPPORTED_PROTOCOL_VERSIONS"];
export const UnauthorizedError: Sdk["UnauthorizedError"];
