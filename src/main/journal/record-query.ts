import { sha256Hex } from '../../protocol/encoding.ts';
import type { StampedQuery } from '../client/client.ts';
import type { Journal } from './journal.ts';

/** Writes the line of a query's stamp. @throws ProtocolError `JOURNAL_UNWRITABLE` */
export async function recordQuery(journal: Journal, query: StampedQuery): Promise<void> {
  const { target, operation, body, outcome } = query;
  await journal.append({
    profile: target.profileName,
    publicKey: target.stamper.publicKey,
    operation: operation.path,
    digest: sha256Hex(body),
    outcome,
  });
}
