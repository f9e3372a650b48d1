import { create } from 'zustand';
import type { DecodedTransaction } from '#chains/model/decoded.ts';
import type { ListedContact } from '#preload/contract/contacts.ts';
import type {
  LastNonce,
  PaymentProblem,
  PaymentAsset,
  PaymentField,
  PaymentSeries,
  PaymentDraft,
} from '#preload/contract/transfers.ts';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { onOtherProfile } from '../../bridge/app-state.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { createTurns } from '../../bridge/turns.ts';
import { makeOwnFile } from '../requests/request-file.tsx';
import { createScreenFlow } from '../requests/request-flow.ts';
import { addressFor, chainOfKey, signingChain } from '../signers/chains.ts';
import type { SignerChoice } from '../signers/signers.ts';
import { readTypedAmount } from './typed-amount.ts';

interface Payment {
  readonly type: TransactionType;
  /** What signs, and whose money it is. */
  readonly signWith: string | null;
  readonly to: string;
  /** The name of the contact that was chosen; null for an address that was typed. */
  readonly contact: string | null;
  readonly amount: string;
  readonly network: string;
  readonly asset: string;
  readonly values: Readonly<Record<string, string>>;
  /** The fields that were entered, by hand or by file: a node writes over none of these. */
  readonly entered: readonly string[];
  /** Counts the payments: what was asked for one of them is no answer for the next. */
  readonly round: number;
  /** What the chain's form asks for; null until the privileged side said it. */
  readonly form: {
    readonly networks: readonly { readonly id: string; readonly name: string }[];
    readonly fields: readonly PaymentField[];
    readonly series: PaymentSeries;
  } | null;
  readonly assets: readonly PaymentAsset[];
  /** The last known nonce of the key on the network, and where it comes from. */
  readonly lastNonce: LastNonce | null;
  readonly problems: readonly PaymentProblem[];
  /** Offline: the transaction as it was built and read. It goes on as a request file. */
  readonly built: { readonly unsignedTransaction: string; readonly reading: DecodedTransaction } | null;
  readonly error: BridgeError | null;
}

const DRAFT = { to: '', contact: null, amount: '', problems: [], built: null, error: null } as const;

const FIRST: Payment = {
  ...DRAFT,
  type: 'TRANSACTION_TYPE_ETHEREUM',
  signWith: null,
  network: '',
  asset: '',
  values: {},
  entered: [],
  round: 0,
  form: null,
  assets: [],
  lastNonce: null,
};

export const usePayment = create<Payment>(() => FIRST);

/** Whether one payment is filled in, or a file has many. */
export type PaymentWay = 'one' | 'file';
export const usePaymentWay = create<{ readonly way: PaymentWay }>(() => ({ way: 'one' }));

/** Chooses the way. What was missing of one payment is not missing of a file's. */
export function choosePaymentWay(way: PaymentWay): void {
  const { stage } = paymentFlow.useFlow.getState();
  if (stage !== 'reviewing' && stage !== 'ended') leavePreview();
  usePayment.setState({ problems: [] });
  usePaymentWay.setState({ way });
}

/** The payment's request. */
export const paymentFlow = createScreenFlow();

const turns = createTurns();
const loads = createTurns();
const fillings = createTurns();
let preparedFor: string | null = null;

onOtherProfile(() => {
  turns.end();
  loads.end();
  fillings.end();
  preparedFor = null;
  usePayment.setState(FIRST, true);
});

const draftOf = ({
  type,
  signWith,
  network,
  to,
  contact,
  asset,
  amount,
  values,
  assets,
}: Payment): PaymentDraft => {
  const typed = readTypedAmount(amount, assets);
  return {
    type,
    signWith: signWith ?? '',
    network,
    to,
    contact,
    asset,
    // One that names another asset than is chosen is no number of it.
    amount: typed.asset?.id === asset ? typed.number : amount,
    values,
  };
};
const textOf = (payment: Payment): string => JSON.stringify(draftOf(payment));

// A preview is of the form that stands beside it; a result stays until it is put away.
usePayment.subscribe((now, before) => {
  const { stage } = paymentFlow.useFlow.getState();
  if (stage === 'ended' || stage === 'reviewing' || textOf(now) === textOf(before)) return;
  leavePreview();
  usePayment.setState({ built: null });
});

/** Takes what was typed or chosen. */
export const changePayment = (part: Partial<Pick<Payment, 'signWith' | 'to' | 'contact'>>): void =>
  usePayment.setState(part);

/** Takes an amount as it was typed, and the asset where it names one. */
export const changeAmount = (amount: string): void =>
  usePayment.setState(({ assets, asset }) => ({
    amount,
    asset: readTypedAmount(amount, assets).asset?.id ?? asset,
  }));

/** Chooses the asset. An amount that named another is its number from now on. */
export const chooseAsset = (asset: string): void =>
  usePayment.setState(({ amount, assets }) => ({ asset, amount: readTypedAmount(amount, assets).number }));

/** Takes one of the chain's own fields. */
export const changeField = (name: string, value: string): void =>
  usePayment.setState(({ values, entered }) => {
    const others = entered.filter((each) => each !== name);
    return {
      values: { ...values, [name]: value },
      // An emptied field is anybody's to fill in.
      entered: value === '' ? others : [...others, name],
    };
  });

/**
 * Exchanges what a node said before, where it still stands as it was, for what it says now. What was entered stays.
 * @returns the names of the fields that were filled in
 */
export function fillFields(before: Payment['values'], now: Payment['values']): string[] {
  const { values, entered, form } = usePayment.getState();
  const free = (name: string): boolean => !entered.includes(name);
  const initialOf = (name: string): string =>
    form?.fields.find((field) => field.name === name)?.initial ?? '';
  const gone = Object.keys(before).filter((name) => free(name) && values[name] === before[name]);
  const filled = Object.entries(now).filter(([name]) => free(name));
  usePayment.setState({
    values: {
      ...values,
      ...Object.fromEntries(gone.map((name) => [name, initialOf(name)])),
      ...Object.fromEntries(filled),
    },
  });
  return filled.map(([name]) => name);
}

/** Chooses the chain, and loads what its form asks for. */
export async function choosePaymentChain(type: TransactionType): Promise<void> {
  const isMine = loads.begin();
  usePayment.setState(({ type: before, signWith }) => ({
    ...(before === type ? {} : { ...DRAFT, signWith: null }),
    type,
    ...(before === type ? { signWith } : {}),
    form: null,
    assets: [],
    lastNonce: null,
  }));
  try {
    const form = await getConsole().transfers.form({ type });
    if (!isMine()) return;
    const values = Object.fromEntries(form.fields.map(({ name, initial }) => [name, initial]));
    usePayment.setState({ form, values, entered: [] });
    await choosePaymentNetwork(form.networks[0]?.id ?? '');
  } catch (thrown) {
    if (isMine()) usePayment.setState({ error: asBridgeError(thrown) });
  }
}

/** Chooses the network: its assets, and the nonces of the key there. */
export async function choosePaymentNetwork(network: string): Promise<void> {
  const isMine = loads.begin();
  const { type } = usePayment.getState();
  usePayment.setState({ network, assets: [], asset: '' });
  try {
    const assets = await getConsole().transfers.assets({ type, network });
    if (!isMine()) return;
    usePayment.setState(({ amount }) => ({
      assets,
      asset: (readTypedAmount(amount, assets).asset ?? assets[0])?.id ?? '',
    }));
  } catch (thrown) {
    if (isMine()) usePayment.setState({ error: asBridgeError(thrown) });
  }
}

/** Asks which nonce was the last, where the chain has such. */
export async function loadLastNonce(): Promise<void> {
  const { type, signWith, network, form } = usePayment.getState();
  usePayment.setState({ lastNonce: null });
  if (signWith === null || network === '' || form?.fields.some(({ isNonce }) => isNonce) !== true) return;
  try {
    const lastNonce = await getConsole().transfers.lastNonce({ type, signWith, network });
    const now = usePayment.getState();
    if (now.type === type && now.signWith === signWith && now.network === network)
      usePayment.setState({ lastNonce });
  } catch {
    // Nothing is suggested, as where nothing was signed: the field is asked for all the same.
  }
}

/** Pays a contact: with its address on the chain, or on the first chain that it has one on. */
export async function payContact({ name, addresses }: ListedContact): Promise<void> {
  if (paymentFlow.useFlow.getState().stage === 'ended') startPaymentOver();
  const { type } = usePayment.getState();
  const found = addresses.find(({ chain }) => chain === type) ?? addresses[0];
  if (found !== undefined) await fillIn(found.chain, { to: found.address, contact: name });
}

/** Pays an address of a chain. @param contact the name of the contact whose it is; null for nobody's */
export async function payAddress(
  chain: TransactionType,
  address: string,
  contact: string | null,
): Promise<void> {
  if (paymentFlow.useFlow.getState().stage === 'ended') startPaymentOver();
  await fillIn(chain, { to: address, contact });
}

/** Chooses another chain. A contact that was chosen stays, where it has one address there: which of several is paid is said by hand. */
export async function switchPaymentChain(
  type: TransactionType,
  contacts: readonly ListedContact[],
): Promise<void> {
  const { type: before, to, contact } = usePayment.getState();
  const chosen = contacts.find(
    ({ name, addresses }) =>
      name === contact && addresses.some(({ chain, address }) => chain === before && address === to),
  );
  const [only, ...others] = chosen?.addresses.filter(({ chain }) => chain === type) ?? [];
  if (type === before || only === undefined || others.length > 0) await choosePaymentChain(type);
  else await fillIn(type, { to: only.address, contact });
}

/** Pays from a key or account: on the chain that is chosen where it has an address there, otherwise on its first. */
export async function payFrom(signer: SignerChoice): Promise<void> {
  if (paymentFlow.useFlow.getState().stage === 'ended') startPaymentOver();
  const { type } = usePayment.getState();
  const chain = addressFor(signer, signingChain(type)) === null ? chainOfKey(signer)?.id : type;
  if (chain !== undefined) await fillIn(chain, { signWith: signer.signWith });
}

/** Fills in what was chosen on a chain, unless something else was while that chain's form was loaded. */
async function fillIn(chain: TransactionType, part: Parameters<typeof changePayment>[0]): Promise<void> {
  const isMine = fillings.begin();
  const { type, form } = usePayment.getState();
  if (chain !== type || form === null) await choosePaymentChain(chain);
  if (!isMine() || usePayment.getState().type !== chain) return;
  changePayment(part);
}

/**
 * Builds the transaction and prepares its request once nothing is missing; the same form is prepared once.
 * @param stampedBy the credential and profile in use: another one needs another preview
 * @param isOffline whether nobody can be asked: the transaction is read, and its request is made as a file
 */
export async function followPayment(stampedBy: string, isOffline: boolean): Promise<void> {
  const payment = usePayment.getState();
  const { stage } = paymentFlow.useFlow.getState();
  if (stage === 'reviewing' || stage === 'ended') return;
  const { type, signWith, form } = payment;
  if (signWith === null || form === null) return;
  const input = `${textOf(payment)} ${stampedBy}`;
  if (input === preparedFor) return;
  const isMine = turns.begin();
  preparedFor = input;
  try {
    const built = await getConsole().transfers.build(draftOf(payment));
    if (!isMine()) return;
    usePayment.setState({ problems: built.ok ? [] : built.problems, error: null });
    if (!built.ok) return;
    const { unsignedTransaction } = built;
    if (isOffline) {
      const read = await getConsole().requests.read({ type, unsignedTransaction });
      if (!isMine()) return;
      usePayment.setState(
        read.ok
          ? { built: { unsignedTransaction, reading: read.reading } }
          : { problems: [{ field: 'to', code: read.code, message: read.message, remedy: read.remedy }] },
      );
      return;
    }
    await paymentFlow.prepare('sign_transaction', { signWith, unsignedTransaction, type });
  } catch (thrown) {
    // Where it is shown it can be tried again, as a refused preview.
    if (isMine()) await paymentFlow.prepareWith(() => Promise.reject(asBridgeError(thrown)));
  }
}

/** Builds and prepares the same form anew: a preview ran out, an attempt ended, or it was refused. */
export async function preparePaymentAgain(stampedBy: string, isOffline: boolean): Promise<void> {
  leavePreview();
  await followPayment(stampedBy, isOffline);
}

/** Makes a request file of the payment that was built offline. @throws BridgeError */
export async function makePaymentFile(): Promise<void> {
  const { type, signWith, built } = usePayment.getState();
  if (built === null) return;
  await makeOwnFile('sign_transaction', {
    signWith,
    unsignedTransaction: built.unsignedTransaction,
    type,
  });
}

/** Clears the form for the next payment; chain, key and asset stay. What must be known is asked for anew. */
export function startPaymentOver(): void {
  leavePreview();
  usePayment.setState(({ form, round }) => ({
    ...DRAFT,
    entered: [],
    round: round + 1,
    values: Object.fromEntries((form?.fields ?? []).map(({ name, initial }) => [name, initial])),
  }));
  void loadLastNonce();
}

function leavePreview(): void {
  turns.end();
  preparedFor = null;
  paymentFlow.discard();
}
