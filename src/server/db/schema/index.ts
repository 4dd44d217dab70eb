export * from "./account";
export * from "./platform";
export * from "./practice";
export * from "./privacy";
