export * from "./account";
export * from "./learning";
export * from "./platform";
export * from "./practice";
export * from "./privacy";
