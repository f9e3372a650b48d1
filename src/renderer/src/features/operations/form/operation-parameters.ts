/** Parameters of an operation, as a form is begun with and gives them. */
export type OperationParameters = Readonly<Record<string, unknown>>;
