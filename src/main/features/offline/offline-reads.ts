import { chainOf } from '#chains/chains.ts';
import { ADDRESS_TABLE } from '#chains/addresses/address-of.ts';
import { describedInterfaces } from '#chains/ethereum/erc7730/descriptor-interfaces.ts';
import { parseDescriptor } from '#chains/ethereum/erc7730/parse-descriptor.ts';
import { anyContract } from '#chains/ethereum/interfaces/abi-reader.ts';
import { type ContractInterfaces, firstOf } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import type { BroughtParts } from '#chains/model/chain.ts';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import type { CURVES, AddressFormat } from '#protocol/catalogue/fields.ts';
import type { OutputOf, ParametersOf, QueryOperation } from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import type { WalletAccount } from '#protocol/catalogue/wallets.ts';
import type { OfflineRequest } from '#protocol/offline/offline-files.ts';
import type { ContextResolver, SigningContext } from '../../context/context-resolver.ts';
import { createKeyInventory } from '../../context/key-inventory.ts';
import type { Clock } from '../../platform/clock.ts';
import { consoleError } from '../../platform/errors.ts';
import type { PreviewReads } from '../previews/module.ts';

type Untrusted = OfflineRequest['untrusted'];
type Ask = ContextResolver['query'];

/** What a console knows by itself, without asking anybody. */
export type OwnReads = Pick<PreviewReads, 'interfaces' | 'ownsTarget' | 'ownKeys' | 'madeHere' | 'contacts'>;

/** The most records that a file takes along, and the longest answer in characters. */
const MOST_RECORDS = 200;
const LONGEST_ANSWER = 256 * 1024;

const nobody = (): Promise<never> => Promise.reject(consoleError('NO_SERVICE'));

/** One question for each list: a preview reads them again and again. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => (reading ??= read());
}

const listsOf = (ask: Ask, session: SigningContext, clock: Clock) => {
  const inventory = createKeyInventory({ query: ask, current: () => Promise.resolve(session) }, clock);
  return { listPrivateKeys: once(inventory.listPrivateKeys), listAccounts: once(inventory.listAccounts) };
};

/** What a preview reads of this console alone: nobody is asked, and only the request itself says who signs. */
export function trustedReads(own: OwnReads, session: SigningContext, parameters: unknown): PreviewReads {
  return {
    ...own,
    ask: nobody,
    self: () => Promise.resolve({ publicKey: session.credential.publicKey, source: undefined }),
    listPrivateKeys: () => Promise.resolve([]),
    listAccounts: () => Promise.resolve(signerOf(parameters)),
  };
}

/** The address that a request names as its signer, as an account of which no more is known. */
export function signerOf(parameters: unknown): WalletAccount[] {
  const asked = (parameters ?? {}) as { signWith?: unknown; type?: unknown };
  if (typeof asked.signWith !== 'string') return [];
  const transaction = signTransaction.parameters.safeParse(parameters);
  const formats: readonly AddressFormat[] = transaction.success
    ? chainOf(transaction.data.type).addressFormats
    : /^0x[0-9a-f]{40}$/i.test(asked.signWith)
      ? ['ADDRESS_FORMAT_ETHEREUM']
      : [];
  // An ID is no address of any chain.
  if (/^[0-9a-f]{8}-/i.test(asked.signWith)) return [];
  return formats.map((addressFormat) => ({
    walletAccountId: '',
    organizationId: '',
    walletId: '',
    curve: curveOf(addressFormat),
    pathFormat: 'PATH_FORMAT_BIP32',
    path: '',
    addressFormat,
    address: String(asked.signWith),
    createdAt: '0',
    updatedAt: '0',
  }));
}

const curveOf = (format: AddressFormat): (typeof CURVES)[number] =>
  (Object.keys(ADDRESS_TABLE[format])[0] ?? 'CURVE_SECP256K1') as (typeof CURVES)[number];

/** What is read beside this console's own words. */
interface Brought {
  readonly untrusted: Untrusted;
  readonly parameters: unknown;
  /** Lookup tables and previous transactions, of the file and of the operator. */
  readonly brought: BroughtParts;
}

/** What a preview reads of this console, and of the file after that: this console's own words are never overruled. */
export function broughtReads(
  own: OwnReads,
  session: SigningContext,
  { untrusted, parameters, brought }: Brought,
  clock: Clock,
): PreviewReads {
  const answers = new Map(
    untrusted.records.map((record) => [keyOf(record.query, record.parameters), record]),
  );
  const ask = (async <O extends QueryOperation>(
    operation: O,
    parameters: ParametersOf<O>,
  ): Promise<OutputOf<O>> => {
    const found = answers.get(keyOf(operation.path, JSON.stringify(parameters)));
    const parsed = operation.output.safeParse(found === undefined ? undefined : readJson(found.answer));
    return parsed.success ? (parsed.data as OutputOf<O>) : nobody();
  }) satisfies Ask;
  const interfaces = async (): Promise<ContractInterfaces> =>
    firstOf(
      ...(own.interfaces === undefined ? [] : [await own.interfaces()]),
      ...broughtInterfaces(untrusted),
    );
  return {
    ...own,
    ask,
    interfaces: once(interfaces),
    self: () => Promise.resolve({ publicKey: session.credential.publicKey, source: undefined }),
    brought,
    ...(untrusted.records.length > 0
      ? listsOf(ask, session, clock)
      : // A file without answers says nothing of keys: who signs is in the request.
        {
          listPrivateKeys: () => Promise.resolve([]),
          listAccounts: () => Promise.resolve(signerOf(parameters)),
        }),
  };
}

const keyOf = (query: string, parameters: string): string => JSON.stringify([query, parameters]);

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** @throws AppError those of `parseAbi` and `parseDescriptor` */
const broughtInterfaces = ({ abis, descriptors }: Untrusted): ContractInterfaces[] => [
  ...abis.map((abi) => anyContract(abi)),
  describedInterfaces({
    descriptors: descriptors.map((text, index) => parseDescriptor(`${index + 1} of the request file`, text)),
    place: 'that the request file brought',
  }),
];

/** Reads for a preview that is made for a file: what the service answers is taken along. */
export interface RecordingReads {
  readonly reads: PreviewReads;
  readonly records: () => Untrusted['records'];
}

/** @param ask asks the service; nobody where it cannot be asked */
export function recordingReads(
  own: OwnReads,
  session: SigningContext,
  clock: Clock,
  ask: Ask | undefined,
): RecordingReads {
  const taken = new Map<string, Untrusted['records'][number]>();
  let isGone = ask === undefined;
  const recording = (async <O extends QueryOperation>(
    operation: O,
    parameters: ParametersOf<O>,
  ): Promise<OutputOf<O>> => {
    if (ask === undefined || isGone) return nobody();
    let answer: OutputOf<O>;
    try {
      answer = await ask(operation, parameters);
    } catch (error) {
      // A computer without a network is not asked for one again with each question.
      isGone ||= error instanceof Error && 'code' in error && error.code === 'SERVICE_UNREACHABLE';
      throw error;
    }
    const record = {
      query: operation.path,
      parameters: JSON.stringify(parameters),
      answer: JSON.stringify(answer),
    };
    if (taken.size < MOST_RECORDS && record.answer.length <= LONGEST_ANSWER)
      taken.set(keyOf(record.query, record.parameters), record);
    return answer;
  }) satisfies Ask;
  return {
    reads: {
      ...own,
      ask: recording,
      self: () => Promise.resolve({ publicKey: session.credential.publicKey, source: undefined }),
      ...listsOf(recording, session, clock),
    },
    records: () => [...taken.values()].filter(({ query }) => operationByPath(query)?.kind === 'query'),
  };
}
