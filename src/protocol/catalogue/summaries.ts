// Written by `npm run generate`; do not edit.
/** Every operation in words, without its schemas: for the window, whose start they would cost. */
export const summaries = [
  { path: 'create_api_keys', summary: 'Create API keys', effect: 'write' },
  { path: 'create_private_keys', summary: 'Create private keys', effect: 'write' },
  { path: 'get_activity', summary: 'Show an activity', effect: 'read' },
  { path: 'get_private_key', summary: 'Show a private key', effect: 'read' },
  { path: 'list_activities', summary: 'List activities', effect: 'read' },
  { path: 'list_private_keys', summary: 'List private keys', effect: 'read' },
  { path: 'sign_transaction', summary: 'Sign a transaction', effect: 'sign' },
  { path: 'whoami', summary: 'Who am I', effect: 'read' },
] as const;
