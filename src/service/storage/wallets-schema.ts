import type { KeyCurve } from '#protocol/keys/curve.ts';

interface EnclaveSeedRow {
  name: string;
  sealed_seed: Uint8Array;
  created_at: number;
}

export interface WalletRow {
  id: string;
  organization_id: string;
  name: string;
  sealed_words: Uint8Array;
  sealed_seed: Uint8Array;
  exported: number;
  imported: number;
  created_at: number;
  updated_at: number;
}

export interface WalletAccountRow {
  id: string;
  organization_id: string;
  wallet_id: string;
  name: string | null;
  curve: KeyCurve;
  path_format: string;
  path: string;
  address_format: string;
  address: string;
  lookup: string;
  public_key: string;
  created_at: number;
  updated_at: number;
}

/** A key of one use that something is sealed to on its way in; the targets of secrets belong to no user. */
export interface ImportTargetRow {
  public_key: string;
  organization_id: string;
  purpose: 'wallet' | 'private-key' | 'secret';
  user_id: string | null;
  sealed_key: Uint8Array;
  expires_at: number;
  /** Whose request made it; null for those of an earlier version, which nobody's limit counts. */
  begun_by: string | null;
}

export interface SecretRow {
  id: string;
  organization_id: string;
  name: string | null;
  static_properties: string;
  sealed_value: Uint8Array;
  created_at: number;
}

/** The tables of migration 003. */
export interface WalletsSchema {
  enclave_seed: EnclaveSeedRow;
  wallet: WalletRow;
  wallet_account: WalletAccountRow;
  import_target: ImportTargetRow;
  secret: SecretRow;
}
