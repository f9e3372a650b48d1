import { create } from 'zustand';
import type { DecodedTransaction } from '#chains/model/decoded.ts';
import type { ContactAddress } from '#preload/contract/contacts.ts';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';
import { type TypedDataInput, typedDataIn } from '#protocol/typed-data-input.ts';
import { onOtherProfile } from '../../bridge/app-state.ts';
import { asBridgeError, getConsole } from '../../bridge/console.ts';
import { createTurns } from '../../bridge/turns.ts';
import { makeOwnFile } from '../requests/request-file.tsx';
import { createScreenFlow } from '../requests/request-flow.ts';
import { SIGNING_CHAINS } from '../signers/chains.ts';
import { countBytes } from './byte-marks.ts';
import { SIGNING_TEXT } from './text.ts';
import { type TakenFile, asHex, isHexText, takeFile } from './transaction-file.ts';

/** More text than this is no transaction, and is not held. */
export const MAX_TEXT = 2_200_000;

interface Unreadable {
  readonly message: string;
  readonly remedy: string;
}

export type ReadingState =
  | { readonly state: 'empty' }
  | { readonly state: 'reading' }
  | { readonly state: 'read'; readonly reading: DecodedTransaction; readonly bytes: number }
  /** No transaction: signing it is another operation, which is offered. */
  | { readonly state: 'typedData'; readonly typedData: TypedDataInput }
  /** A text: what a wallet would sign of it is `personal`, as hex. */
  | { readonly state: 'message'; readonly personal: string }
  /** Something to pay to, not to sign. */
  | { readonly state: 'address'; readonly pasted: ContactAddress }
  /** `bytes` is how many there are, where it is hex of something else. */
  | { readonly state: 'unreadable'; readonly error: Unreadable; readonly bytes?: number };

interface Signing {
  /** The transaction as it was typed or taken from a file. */
  readonly text: string;
  readonly fileName: string | null;
  /** What signs: the id of a private key, or the address of a wallet's account. */
  readonly signWith: string | null;
  /** The chain that the transaction is read for. */
  readonly type: TransactionType;
  readonly reading: ReadingState;
}

const EMPTY = { text: '', fileName: null, reading: { state: 'empty' } } as const;

const FIRST: Signing = { ...EMPTY, signWith: null, type: 'TRANSACTION_TYPE_ETHEREUM' };

export const useSigning = create<Signing>(() => FIRST);

/** The signing screen's request. */
export const signingFlow = createScreenFlow();

const turns = createTurns();
/** What is put in, or taken away: a file that is read slowly takes nothing newer's place. */
const entries = createTurns();
let preparedFor: string | null = null;

onOtherProfile(() => {
  turns.end();
  entries.end();
  preparedFor = null;
  useSigning.setState(FIRST, true);
});

// A preview is of the input that stands beside it, whoever changed that; a result stays until it is put away.
useSigning.subscribe((now, before) => {
  const { stage } = signingFlow.useFlow.getState();
  if (stage === 'ended' || stage === 'reviewing') return;
  if (now.text !== before.text || now.type !== before.type || now.signWith !== before.signWith)
    leavePreview();
});

/** Takes a transaction as it is typed; a file's name goes with a file's content. */
export function setTransaction(text: string, fileName: string | null = null): void {
  turns.end();
  entries.end();
  if (text.length > MAX_TEXT) {
    const message = SIGNING_TEXT.errors.tooLong(
      text.length.toLocaleString('en'),
      MAX_TEXT.toLocaleString('en'),
    );
    refuse({ message, remedy: SIGNING_TEXT.errors.pasteOne });
    return;
  }
  leavePreview();
  const typedData = typedDataIn(text);
  if (typedData !== null) {
    useSigning.setState({
      text,
      fileName,
      type: 'TRANSACTION_TYPE_ETHEREUM',
      reading: { state: 'typedData', typedData },
    });
    return;
  }
  useSigning.setState({
    text,
    fileName,
    reading: text.trim() === '' ? { state: 'empty' } : { state: 'reading' },
  });
}

/** Takes a file that was dropped or opened, unless something else was put in, or sent, while it was read. */
export async function openTransactionFile(file: File): Promise<void> {
  const isMine = entries.begin();
  const wasEnded = signingFlow.useFlow.getState().stage === 'ended';
  const taken = await takeFile(file);
  const { stage } = signingFlow.useFlow.getState();
  if (!isMine() || stage === 'reviewing' || (stage === 'ended' && !wasEnded)) return;
  setTransactionFile(taken);
}

/** Takes a file's transaction, or says why it will not do. */
export function setTransactionFile({ name, reading }: TakenFile): void {
  if (reading.ok) setTransaction(reading.text, name);
  else refuse(reading);
}

/** Shows why what was given will not do; nothing of it is kept. */
function refuse({ message, remedy }: Unreadable): void {
  turns.end();
  leavePreview();
  useSigning.setState({
    text: '',
    fileName: null,
    reading: { state: 'unreadable', error: { message, remedy } },
  });
}

/** Chooses what to sign with. @param signWith the id of a private key, or the address of a wallet's account; null for none */
export const setSigner = (signWith: string | null): void => useSigning.setState({ signWith });

/** What is no transaction, whatever chain is chosen. */
const OF_NO_CHAIN = ['typedData', 'message', 'address'] as const;

/** Reads what was typed as a transaction of a chain, and of no other; a key of another one is put away. */
export async function setChain(type: TransactionType): Promise<void> {
  const { type: current, reading } = useSigning.getState();
  if (type === current || OF_NO_CHAIN.some((state) => state === reading.state)) return;
  leavePreview();
  useSigning.setState({ type, signWith: null });
  await readAs([type]);
}

/** Reads what was typed: what it means, or what is wrong with it and where. The chain is the one that can read it. */
export async function readEntered(): Promise<void> {
  const { type, reading, text } = useSigning.getState();
  if (reading.state !== 'reading') return;
  const isNewest = turns.current();
  const isMine = (): boolean => isNewest() && useSigning.getState().text === text;
  if (MAYBE_ADDRESS.test(text) && (await takeAddress(text, isMine))) return;
  if (!isHexText(text) && (await takeOther(text, isMine))) return;
  // What wallets write in base64, base58, JSON or as QR codes stands in the field as the hex that is signed.
  const hex = await asHex(text).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError)) throw thrown;
    return thrown;
  });
  if (!isMine()) return;
  if (hex instanceof AppError) {
    const { message, remedy } = hex;
    useSigning.setState({ reading: { state: 'unreadable', error: { message, remedy } } });
    return;
  }
  useSigning.setState({ text: hex });
  await readAs([type, ...SIGNING_CHAINS.map(({ id }) => id).filter((id) => id !== type)]);
}

/** As long as an address of some chain, in one word. */
const MAYBE_ADDRESS = /^\s*[0-9A-Za-z]{25,90}\s*$/;

/** Takes an address: paying it is offered. @returns whether it was one */
async function takeAddress(text: string, isMine: () => boolean): Promise<boolean> {
  const { pastedAddress } = await import('#chains/pasted-address.ts');
  if (!isMine()) return true;
  const pasted = pastedAddress(text);
  if (pasted !== null) useSigning.setState({ reading: { state: 'address', pasted } });
  return pasted !== null;
}

/** Takes a text that is no transaction: a message is offered as one, and a secret isn't kept. @returns whether it was one */
async function takeOther(text: string, isMine: () => boolean): Promise<boolean> {
  const { whatTextIs } = await import('#protocol/pasted/pasted-text.ts');
  if (!isMine()) return true;
  const pasted = whatTextIs(text);
  if (pasted?.kind === 'secret') {
    refuse({ message: SIGNING_TEXT.errors.secret(pasted.what), remedy: SIGNING_TEXT.errors.importSecret });
    return true;
  }
  if (pasted?.kind !== 'message') return false;
  const { personalMessageOf } = await import('#chains/payload/personal-message.ts');
  if (isMine()) useSigning.setState({ reading: { state: 'message', personal: personalMessageOf(text) } });
  return true;
}

/** Reads the text for the first chain that it is a transaction of; where it is of none, the first says what is wrong. */
async function readAs(types: readonly TransactionType[]): Promise<void> {
  const text = useSigning.getState().text.trim();
  if (text === '') return;
  const isMine = turns.begin();
  let first: ReadingState | undefined;
  for (const type of types) {
    const state = await readFor(type, text);
    if (!isMine()) return;
    if (state.state === 'read') {
      useSigning.setState({ type, reading: state });
      return;
    }
    first ??= state;
  }
  if (first === undefined) return;
  if (first.state === 'unreadable' && isWholeHex(text))
    useSigning.setState({ reading: { ...first, bytes: countBytes(text) } });
  else useSigning.setState({ reading: first });
}

/** Has what was typed read anew, where a change elsewhere may say more or less of it; a result stays. */
export function readAgain(): void {
  const { text, fileName, reading } = useSigning.getState();
  const { stage } = signingFlow.useFlow.getState();
  if (reading.state !== 'read' || stage === 'reviewing' || stage === 'ended') return;
  setTransaction(text, fileName);
}

const isWholeHex = (text: string): boolean =>
  isHexText(text) && text.replace(/^\s*0x/i, '').replace(/\s+/g, '').length % 2 === 0;

async function readFor(type: TransactionType, unsignedTransaction: string): Promise<ReadingState> {
  try {
    const answer = await getConsole().requests.read({ type, unsignedTransaction });
    return answer.ok
      ? { state: 'read', reading: answer.reading, bytes: answer.bytes }
      : { state: 'unreadable', error: { message: answer.message, remedy: answer.remedy } };
  } catch (thrown) {
    const { message, remedy } = asBridgeError(thrown);
    return { state: 'unreadable', error: { message, remedy } };
  }
}

/**
 * Prepares the request once the transaction is read and a key is chosen; the same input is prepared once.
 * @param stampedBy the credential and profile in use: another one needs another preview
 */
export async function prepareSigning(stampedBy: string): Promise<void> {
  const { text, signWith, type, reading } = useSigning.getState();
  if (reading.state !== 'read' || signWith === null) return;
  // A result stays until it is put away, whatever else is chosen meanwhile.
  const { stage } = signingFlow.useFlow.getState();
  if (stage === 'reviewing' || stage === 'ended') return;
  const input = JSON.stringify([text, type, signWith, stampedBy]);
  if (input === preparedFor) return;
  preparedFor = input;
  await signingFlow.prepare('sign_transaction', {
    signWith,
    unsignedTransaction: text.trim(),
    type,
  });
}

/** Makes a request file of what stands on the screen, which an offline console reviews. @throws BridgeError */
export async function makeSigningFile(): Promise<void> {
  const { text, signWith, type } = useSigning.getState();
  await makeOwnFile('sign_transaction', { signWith, unsignedTransaction: text.trim(), type });
}

/** Prepares the same input anew, after a preview ran out or an attempt ended. */
export async function prepareAgain(stampedBy: string): Promise<void> {
  preparedFor = null;
  signingFlow.discard();
  await prepareSigning(stampedBy);
}

/** Clears the screen for the next transaction; the key stays chosen. */
export function startOver(): void {
  turns.end();
  entries.end();
  leavePreview();
  useSigning.setState(EMPTY);
}

/** Comes to the screen to sign with something: what has ended there makes room, what is being written stays. */
export function beginWith(signWith: string): void {
  if (signingFlow.useFlow.getState().stage === 'ended') startOver();
  setSigner(signWith);
}

function leavePreview(): void {
  preparedFor = null;
  signingFlow.discard();
}
