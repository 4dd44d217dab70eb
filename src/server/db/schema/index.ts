export * from "./account";
export * from "./audit";
export * from "./learning";
export * from "./platform";
export * from "./practice";
export * from "./privacy";
export * from "./stripe";
export * from "./subscription";
