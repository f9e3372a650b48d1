export type { OfflineCard } from './offline-card.ts';
export { offlineCard } from './offline-card.ts';
export { createOfflineRequests, rulesOfTerminal } from './offline-flow.ts';
export type { OfflineRequests } from './offline-flow.ts';
export { absentCredential, requireStampOf } from './offline-requests.ts';
export type { RequestFor } from './offline-requests.ts';
