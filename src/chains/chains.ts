import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { bitcoin } from './bitcoin/chain.ts';
import type { CallContext } from './ethereum/model/call.ts';
import { ethereum } from './ethereum/chain.ts';
import type { ChainModule, KeyToSign } from './model/chain.ts';
import type { DecodedTransaction } from './model/decoded.ts';
import { lookAlikeWarnings } from './model/look-alike.ts';
import { ordered, withBlindSigning } from './model/warnings.ts';
import { solana } from './solana/chain.ts';
import { tempo } from './tempo/chain.ts';
import { tron } from './tron/chain.ts';

/** A chain as the registry gives it: what another chain's reader knows, it takes and leaves. */
export type Chain = ChainModule<CallContext>;

/**
 * A chain whose readings warn of addresses that look like the operator's own, or like an earlier recipient: whoever
 * poisons a list of past transfers makes such addresses by trying keys. No chain's reader may be blind in silence: one
 * that says no word of it says it here.
 */
const guarded = (chain: Chain): Chain => ({
  ...chain,
  read: (unsignedTransaction, signer, known) => {
    const reading = chain.read(unsignedTransaction, signer, known);
    const alike = lookAlikeWarnings(reading, signer, known);
    const warnings = alike.length === 0 ? reading.warnings : ordered([...reading.warnings, ...alike]);
    return { ...reading, warnings: withBlindSigning({ blind: reading.blind, warnings }) };
  },
});

/** A chain that is left out does not compile. */
const BY_TYPE: Readonly<Record<TransactionType, Chain>> = {
  TRANSACTION_TYPE_ETHEREUM: guarded(ethereum),
  TRANSACTION_TYPE_SOLANA: guarded(solana),
  TRANSACTION_TYPE_TRON: guarded(tron),
  TRANSACTION_TYPE_BITCOIN: guarded(bitcoin),
  TRANSACTION_TYPE_TEMPO: guarded(tempo),
};

/** Every chain whose transactions are read here. */
export const CHAINS: readonly Chain[] = Object.values(BY_TYPE);

/** The chain of a transaction type. */
export const chainOf = (type: TransactionType): Chain => BY_TYPE[type];

/** The chain that a reading is of. */
export const chainOfReading = ({ chain }: Pick<DecodedTransaction, 'chain'>): Chain =>
  BY_TYPE[`TRANSACTION_TYPE_${chain.toUpperCase() as Uppercase<typeof chain>}`];

/** What is known about a transaction apart from its bytes. */
interface ReadingContext extends CallContext {
  /** The key that is to sign. */
  readonly from?: KeyToSign;
}

/**
 * Reads what an unsigned transaction does.
 * @param unsignedTransaction as `sign_transaction` takes it for the type
 * @throws AppError what is wrong with it
 */
export const readTransaction = (
  type: TransactionType,
  unsignedTransaction: string,
  { from, ...known }: ReadingContext = {},
): DecodedTransaction => chainOf(type).read(unsignedTransaction, from, known);
