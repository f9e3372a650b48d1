// What the process runs that has a token's module loaded (token-child.ts starts it). Nothing else of the service is in it: a module
// that breaks ends this process alone.
import process from 'node:process';
import { type TokenAnswer, type TokenAsk, TokenFault } from './messages.ts';
import { Pkcs11Module, protectMemory } from './module.ts';
import { CallFault } from './return-values.ts';
import { TokenSession, isWorthNewSession } from './token.ts';

/** How long a module may take to say goodbye to its device. */
const LEAVING_MS = 300;

let token: TokenSession | undefined;

async function carryOut(ask: TokenAsk): Promise<TokenAnswer> {
  if (ask.ask === 'open') {
    protectMemory();
    const opened = await TokenSession.open(Pkcs11Module.load(ask.module), ask);
    token = opened.token;
    return { pin: opened.pin };
  }
  if (token === undefined) throw new TypeError('The token is opened first.');
  switch (ask.ask) {
    case 'login':
      await token.login(ask.pin);
      return { done: true };
    case 'versions':
      return { versions: await token.versions() };
    case 'wrap':
    case 'unwrap':
      return { items: await token[ask.ask](ask.version, ask.record, ask.items) };
  }
}

function faultOf(error: unknown): TokenAnswer {
  const why = error instanceof Error ? error.message : 'unknown reason';
  if (error instanceof TokenFault) return { fault: error.kind, why };
  return { fault: error instanceof CallFault && isWorthNewSession(error) ? 'lost' : 'failed', why };
}

/** PINs and data keys that came or went. */
const secretsOf = (message: TokenAsk | TokenAnswer): readonly Uint8Array[] => [
  ...('items' in message ? message.items : []),
  ...('ask' in message && message.ask === 'login' ? [message.pin] : []),
];

async function answer(ask: TokenAsk): Promise<void> {
  const answered = await carryOut(ask).catch(faultOf);
  const wipe = (): void => {
    for (const bytes of [...secretsOf(ask), ...secretsOf(answered)]) bytes.fill(0);
  };
  if (process.send === undefined) return;
  process.send(answered, wipe);
}

/** With the service, however that ended. A call that doesn't return would hold up an ordinary end. */
function leave(): void {
  const end = (): void => void process.kill(process.pid, 'SIGKILL');
  setTimeout(end, LEAVING_MS);
  const closing = token?.close() ?? Promise.resolve();
  void closing.catch(() => undefined).finally(end);
}

// The service sends the next one once this one is answered.
process.on('message', (ask: TokenAsk) => void answer(ask));
process.on('disconnect', leave);
// A terminal sends these to the whole group: the service ends this process once it has no more to ask.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
