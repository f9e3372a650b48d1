import { signTransaction } from '../../../protocol/catalogue/sign-transaction.ts';
import { chainOf } from '../../../protocol/chains/chains.ts';
import { findSigner } from './find-signer.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Reads the transaction out of the very bytes, and finds whose signature must come out of it. */
export const signTransactionPreview: PreviewMaker = async (parameters, reads) => {
  const { signWith, unsignedTransaction, type } = signTransaction.parameters.parse(parameters);
  const chain = chainOf(type);
  // Before the service is asked: what cannot be read is refused without it.
  chain.read(unsignedTransaction);
  const { signer, own } = await findSigner(chain, signWith, reads);
  const interfaces = await reads.interfaces?.();
  const known = await reads.earlierRecipients?.(chain);
  const reading = chain.read(unsignedTransaction, signer, {
    own,
    ...(known === undefined ? {} : { known }),
    ...(interfaces === undefined ? {} : { interfaces }),
  });
  const { address, publicKey } = signer;
  return {
    sentence: reading.sentence,
    facts: reading.facts,
    warnings: reading.warnings,
    reading,
    expectation: { kind: 'signedBy', address, ...(publicKey === undefined ? {} : { publicKey }) },
  };
};
