import { z } from 'zod';
import { chainOf } from '#chains/chains.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NonceOwner, SignedNonceStore } from '../../storage/signed-nonces.ts';
import type { RequestSeal } from '../../vault/row-seals.ts';
import type { PaidRecipients } from '../previews/module.ts';

/** Which nonces this console's own completed transactions used up. */
export interface SignedNonces {
  /** Keeps the nonce of a transaction whose signature came back and was checked; nothing of any other request. */
  readonly record: PaidRecipients['record'];
  /** The highest; undefined where there is none that this console wrote. @throws KeychainError */
  last(owner: NonceOwner): Promise<bigint | undefined>;
}

const submitted = z.looseObject({ parameters: signTransaction.parameters });

/** Keeps them under the seal of sent requests: whoever writes the database suggests no number. */
export function createSignedNonces(parts: {
  readonly store: SignedNonceStore;
  readonly seal: Pick<RequestSeal, 'makeRow' | 'rowHolds'>;
  readonly clock: Clock;
}): SignedNonces {
  const { store, seal, clock } = parts;
  const fieldsOf = ({ profileId, chain, network, address }: NonceOwner, nonce: string): readonly string[] => [
    'signed_nonce',
    profileId,
    chain,
    network,
    address,
    nonce,
  ];
  const last = async (owner: NonceOwner): Promise<bigint | undefined> => {
    const row = await store.get(owner);
    if (row === undefined || !(await seal.rowHolds(fieldsOf(owner, row.nonce), row.mac))) return undefined;
    return BigInt(row.nonce);
  };
  /** The highest of this run, by owner, which is on the disk or on its way there: most of a batch is compared with it alone. */
  const highest = new Map<string, bigint>();
  return {
    last,
    record: async ({ operation, body, profileId, expectation }, outcome) => {
      if (operation !== signTransaction || expectation.kind !== 'signedBy') return;
      if (outcome.state !== 'completed' || !outcome.verifications.every(({ passed }) => passed)) return;
      const { unsignedTransaction, type } = submitted.parse(JSON.parse(fromUtf8(body))).parameters;
      const used = chainOf(type).transfer.nonceOf(unsignedTransaction);
      if (used === null) return;
      const owner: NonceOwner = {
        profileId,
        chain: type,
        network: used.network,
        address: expectation.address,
      };
      const key = JSON.stringify([profileId, type, used.network, expectation.address]);
      const kept = highest.has(key) ? undefined : await last(owner);
      const before = highest.get(key) ?? kept;
      // A transaction that replaces an earlier one takes its number again: the highest counts.
      if (before !== undefined && before >= used.nonce) return;
      highest.set(key, used.nonce);
      const nonce = used.nonce.toString();
      try {
        const mac = await seal.makeRow(fieldsOf(owner, nonce));
        // A higher one that came meanwhile is written by its own request, which has no end before.
        if (highest.get(key) === used.nonce)
          await store.set({ ...owner, nonce, signedAtMs: clock.now(), mac });
      } catch (error) {
        highest.delete(key);
        throw error;
      }
    },
  };
}
