import { signTransaction } from '../../../protocol/catalogue/signing.ts';
import { withNewRecipients, withOwnNames } from '../../../chains/address-notes.ts';
import { among } from '../../../chains/totals.ts';
import { chainOf } from '../../../chains/chains.ts';
import { readOwnNames } from './own-names.ts';
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
  const { nameOf } = await readOwnNames(reads);
  const read = chain.read(unsignedTransaction, signer, {
    ownAddresses: own,
    ...(known === undefined ? {} : { known }),
    ...(interfaces === undefined ? {} : { interfaces }),
  });
  const named = withOwnNames(read, nameOf);
  // Where nobody says whom we paid, nobody is called new.
  const reading = known === undefined ? named : withNewRecipients(named, among(known));
  const { address, publicKey } = signer;
  return {
    sentence: reading.sentence,
    facts: reading.facts,
    warnings: reading.warnings,
    reading,
    expectation: { kind: 'signedBy', address, ...(publicKey === undefined ? {} : { publicKey }) },
  };
};
