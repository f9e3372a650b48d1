import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '#protocol/encoding.ts';
import { type BitcoinNetwork, MAINNET, hash160 } from '../addresses/bitcoin.ts';
import type { KeyToSign } from '../model/chain.ts';
import { INPUT, OUTPUT, type PsbtMap, psbtField } from './psbt-fields.ts';
import type { RawOutput } from './raw-transaction.ts';
import { readAddress } from './scripts.ts';
import { type ScriptKind, addressOfScript, keysOf, scriptKindOf } from './script-kinds.ts';
import {
  type OwnScripts,
  type Spending,
  createKeyLookup,
  scriptsOfAddresses,
  scriptsOfSigner,
  spendingOf,
} from './spending.ts';
import type { BitcoinTransaction, SpentInput } from './transaction.ts';

/**
 * Who can spend from a script. `ours`: our keys alone, and nobody without them. `shared`: a key of ours is in it, and so are
 * others; `alone` says whether these can spend without us, null where the script does not show it. `others`: no key of ours.
 */
type Holder =
  | { readonly who: 'ours' | 'others' }
  | { readonly who: 'shared'; readonly others: number | null; readonly alone: boolean | null };

/** What is known to be ours: our scripts, and the key that signs. */
interface Ours {
  readonly scripts: OwnScripts;
  /** Scripts of the operator's further addresses. */
  readonly further: OwnScripts;
  /** Whether a key has one of these addresses. */
  readonly isFurtherKey: (key: string) => boolean;
  readonly signer: KeyToSign | undefined;
}

/** Where a PSBT reveals the scripts behind a hash: an input's map has them under other types than an output's. */
const REVEALS = {
  input: { redeem: INPUT.redeemScript, witness: INPUT.witnessScript },
  output: { redeem: OUTPUT.redeemScript, witness: OUTPUT.witnessScript },
} as const;

/**
 * Tells who can spend from a script, as far as its bytes and what the PSBT reveals of it say.
 * @param map the PSBT's map of the input or output; scripts in it count only where the paid script is their hash
 */
function holderOf(script: Uint8Array, map: PsbtMap, side: keyof typeof REVEALS, ours: Ours): Holder {
  if (ours.scripts.has(toHex(script))) return { who: 'ours' };
  const inner = revealed(script, map, REVEALS[side]);
  const key = ours.signer?.publicKey?.toLowerCase();
  const keys = inner === undefined ? undefined : keysOf(inner);
  if (inner !== undefined && keys !== undefined) return holderOfKeys(inner, keys, ours);
  if (key === undefined) return { who: 'others' };
  const names = toHex(inner ?? new Uint8Array()).includes(key.slice(2)) || isClaimed(map, key);
  return names ? { who: 'shared', others: null, alone: null } : { who: 'others' };
}

/** Signatures of so many keys are needed; the count tells who has enough of them. */
function holderOfKeys(script: Uint8Array, keys: readonly string[], ours: Ours): Holder {
  const [first = 0] = script;
  const needed = first === 33 ? 1 : first - 0x50;
  const own = ours.signer?.publicKey?.toLowerCase();
  const mine = keys.filter((key) => key === own || ours.isFurtherKey(key)).length;
  const others = keys.length - mine;
  if (mine === 0) return { who: 'others' };
  if (mine >= needed && others < needed) return { who: 'ours' };
  return { who: 'shared', others, alone: others >= needed };
}

/** A redeem script is pushed as one stack element, of 520 bytes at most: a longer one can't be spent from (BIP-16). */
const MAX_REDEEM_SCRIPT = 520;

function revealed(
  script: Uint8Array,
  map: PsbtMap,
  { redeem, witness }: { readonly redeem: number; readonly witness: number },
): Uint8Array | undefined {
  let program = script;
  if (scriptKindOf(script) === 'p2sh') {
    const given = psbtField(map, redeem)?.value;
    if (given === undefined || given.length > MAX_REDEEM_SCRIPT) return undefined;
    if (!isEqual(hash160(given), script.subarray(2, 22))) return undefined;
    program = given;
  }
  if (scriptKindOf(program) !== 'p2wsh') return scriptKindOf(script) === 'p2sh' ? program : bare(script);
  const given = psbtField(map, witness)?.value;
  return given !== undefined && isEqual(sha256(given), program.subarray(2)) ? given : undefined;
}

/** A script of plain signatures that is paid to without a hash (BIP-11). */
const bare = (script: Uint8Array): Uint8Array | undefined =>
  keysOf(script) === undefined ? undefined : script;

/** Whether the PSBT says that our key has a part in an output that is not one of our own forms (BIP-174, 371). */
const isClaimed = (map: PsbtMap, key: string): boolean =>
  map.some(
    ({ name, keyData, value }) =>
      (name === 'bip32_derivation' && toHex(keyData) === key) ||
      (name === 'tap_bip32_derivation' && toHex(keyData) === key.slice(2)) ||
      (name === 'tap_internal_key' && toHex(value) === key.slice(2)),
  );

const isEqual = (one: Uint8Array, other: Uint8Array): boolean => toHex(one) === toHex(other);

export interface ViewedInput extends SpentInput {
  readonly address: string | undefined;
  /** How the signer signs it; undefined where it is not the signer's, or no signer is known. */
  readonly spending: Spending | undefined;
  /** Whether it is the signer's address, whoever could sign it. */
  readonly isOwn: boolean;
  /** Whether it is another address of the operator. */
  readonly isFurther: boolean;
  readonly holder: Holder;
}
export interface ViewedOutput extends RawOutput {
  readonly kind: ScriptKind;
  readonly address: string | undefined;
  readonly holder: Holder;
  /** It goes back to what our keys alone can spend: the signer's own forms, or a script of which enough keys are ours. */
  readonly isChange: boolean;
  /** Whether it is the very script of an input that the signer signs. */
  readonly isBack: boolean;
  /** Whether it pays to another address of the operator. */
  readonly isFurther: boolean;
}

/** A transaction as one signer sees it. */
export interface BitcoinView {
  readonly tx: BitcoinTransaction;
  readonly signer: KeyToSign | undefined;
  readonly network: BitcoinNetwork;
  readonly networkName: string;
  readonly inputs: readonly ViewedInput[];
  readonly outputs: readonly ViewedOutput[];
  /** Outputs that are neither change nor data. */
  readonly payments: readonly ViewedOutput[];
}

/**
 * Looks at a transaction with the eyes of a signer.
 * @param own further addresses of the operator
 * @throws AppError `ADDRESS_INVALID`, `PUBLIC_KEY_INVALID`
 */
export function viewOf(
  tx: BitcoinTransaction,
  signer: KeyToSign | undefined,
  own: readonly string[] = [],
): BitcoinView {
  const place = signer === undefined ? undefined : readAddress(signer.address);
  const network = place?.network ?? MAINNET;
  const scripts = signer === undefined ? new Set<string>() : scriptsOfSigner(signer);
  const further = scriptsOfAddresses(own);
  const ours: Ours = { scripts, further, isFurtherKey: createKeyLookup(own), signer };
  const inputs = tx.inputs.map((input) => ({
    ...input,
    address: addressOfScript(input.script, network),
    spending: spendingOf(input, scripts, signer?.publicKey?.toLowerCase()),
    isOwn: scripts.has(toHex(input.script)),
    isFurther: ours.further.has(toHex(input.script)),
    holder: holderOf(input.script, input.map, 'input', ours),
  }));
  const spent = new Map(
    inputs.flatMap(({ spending, script, holder }) =>
      spending === undefined ? [] : [[toHex(script), holder] as const],
    ),
  );
  const outputs = tx.outputs.map((output, index) => {
    const hex = toHex(output.script);
    const back = spent.get(hex);
    // An output's own map may leave its scripts away; the input that spends from the same script reveals them.
    const holder = back ?? holderOf(output.script, tx.psbt.outputs[index] ?? [], 'output', ours);
    return {
      ...output,
      kind: scriptKindOf(output.script),
      address: addressOfScript(output.script, network),
      holder,
      isChange: holder.who === 'ours',
      isBack: back !== undefined,
      isFurther: ours.further.has(hex),
    };
  });
  return {
    tx,
    signer,
    network,
    networkName: place?.networkName ?? 'Bitcoin',
    inputs,
    outputs,
    payments: outputs.filter(({ isChange, kind }) => !isChange && kind !== 'data'),
  };
}
