import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Which contract of which profile an ABI is for. */
interface ContractKey {
  readonly profileId: string;
  readonly chainId: bigint;
  /** With its checksum. */
  readonly address: string;
}

/** An ABI as it was imported. */
export interface StoredAbi extends ContractKey {
  /** What the operator calls the contract. */
  readonly name: string;
  /** The JSON. */
  readonly abi: string;
  readonly importedAtMs: number;
  /** The seal of the row, as hex: without it, or with another, nobody here imported it. */
  readonly mac: string | null;
}

export interface ContractAbiStore {
  /** By chain and address. */
  list(profileId: string): Promise<StoredAbi[]>;
  /** Keeps an ABI in the place of the contract's earlier one. */
  keep(abi: StoredAbi): Promise<void>;
  /** @returns whether there was one */
  remove(key: ContractKey): Promise<boolean>;
}

export function contractAbiStore(database: Kysely<Tables>): ContractAbiStore {
  return {
    list: async (profileId) => {
      const rows = await database
        .selectFrom('contract_abi')
        .selectAll()
        .where('profile_id', '=', profileId)
        .orderBy('chain_id')
        .orderBy('address')
        .execute();
      return rows.map((row) => ({
        profileId: row.profile_id,
        chainId: BigInt(row.chain_id),
        address: row.address,
        name: row.name,
        abi: row.abi,
        importedAtMs: row.imported_at,
        mac: row.mac,
      }));
    },
    keep: async ({ profileId, chainId, address, name, abi, importedAtMs, mac }) => {
      const values = { name, abi, imported_at: importedAtMs, mac };
      await database
        .insertInto('contract_abi')
        .values({ profile_id: profileId, chain_id: chainId.toString(), address, ...values })
        .onConflict((conflict) => conflict.columns(['profile_id', 'chain_id', 'address']).doUpdateSet(values))
        .execute();
    },
    remove: async ({ profileId, chainId, address }) => {
      const removed = await database
        .deleteFrom('contract_abi')
        .where('profile_id', '=', profileId)
        .where('chain_id', '=', chainId.toString())
        .where('address', '=', address)
        .executeTakeFirst();
      return removed.numDeletedRows > 0n;
    },
  };
}
