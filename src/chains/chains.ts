import type { TransactionType } from '#protocol/catalogue/signing.ts';
import type { Chain } from './chain.ts';
import { bitcoin } from './bitcoin/chain.ts';
import { ethereum } from './ethereum/chain.ts';
import { withLookAlikeWarnings } from './look-alike-warnings.ts';
import { solana } from './solana/chain.ts';
import { tempo } from './tempo/chain.ts';
import { tron } from './tron/chain.ts';
import { withBlindSigning } from './warnings.ts';

/** No chain's reader may be blind in silence: one that says no word of it says it here. */
const outspoken = (chain: Chain): Chain => ({
  ...chain,
  read: (...given) => {
    const reading = chain.read(...given);
    return { ...reading, warnings: withBlindSigning(reading) };
  },
});

const CHAINS: Readonly<Record<TransactionType, Chain>> = {
  TRANSACTION_TYPE_ETHEREUM: outspoken(withLookAlikeWarnings(ethereum)),
  TRANSACTION_TYPE_SOLANA: outspoken(withLookAlikeWarnings(solana)),
  TRANSACTION_TYPE_TRON: outspoken(withLookAlikeWarnings(tron)),
  TRANSACTION_TYPE_BITCOIN: outspoken(withLookAlikeWarnings(bitcoin)),
  TRANSACTION_TYPE_TEMPO: outspoken(withLookAlikeWarnings(tempo)),
};

/** The chain of a transaction type. */
export const chainOf = (type: TransactionType): Chain => CHAINS[type];
