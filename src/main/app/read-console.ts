import type { createConsole } from './console.ts';
import { nextTurn } from '../platform/pacing.ts';

/** What the console's code is made of, what others build on first: each takes a few hundredths of a second to read. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('#protocol/catalogue/signing.ts'),
  () => import('../storage/open-storage.ts'),
  () => import('../service-client/routes.ts'),
  () => import('#chains/ethereum/model/tokens.ts'),
  () => import('#chains/ethereum/interfaces/abi-reader.ts'),
  () => import('#chains/ethereum/chain.ts'),
  () => import('#chains/tempo/chain.ts'),
  () => import('#chains/tron/chain.ts'),
  () => import('#chains/bitcoin/chain.ts'),
  () => import('../features/contract-interfaces/module.ts'),
  () => import('#chains/chains.ts'),
  () => import('../governance/policies/who-can.ts'),
  () => import('../features/previews/module.ts'),
  () => import('../features/activities/module.ts'),
  () => import('../features/batches/module.ts'),
  () => import('../features/key-ceremony/module.ts'),
];

/** Reads the console's code in parts, each in a turn of its own: the window is drawn and answers in between. */
export async function readConsole(): Promise<typeof createConsole> {
  for (const part of PARTS) {
    await nextTurn();
    await part();
  }
  await nextTurn();
  return (await import('./console.ts')).createConsole;
}
