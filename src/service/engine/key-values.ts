import { valuesOfTransaction } from '#chains/policy-values.ts';
import type { ParametersOf } from '#protocol/catalogue/operation.ts';
import type { signTransaction } from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';
import { oncePerObject } from '#protocol/once-per-list.ts';
import type { Struct } from '#protocol/policies/value.ts';
import { transactionSignerOf } from '../chains/signers.ts';
import { findRow } from '../storage/rows.ts';
import type { PrivateKeyRow } from '../storage/schema.ts';
import {
  type SignerRow,
  findSigner,
  findWalletAccountByAddress,
  isWalletAccount,
} from '../storage/signing-keys.ts';
import type { ActedOn } from './operation-handler.ts';

/** `private_key`, or `wallet` and `wallet_account`: what `signWith` names. Nothing for what is not there. */
export async function signerValues(actedOn: ActedOn, signWith: string): Promise<Struct> {
  const signer = await findSigner(actedOn.store, actedOn.organizationId, signWith);
  return signer === undefined ? {} : await valuesOf(actedOn, signer);
}

type AskedSignature = ParametersOf<typeof signTransaction>;

/** The signer's values, and those of the transaction under its chain's keyword where it can be read. */
export async function transactionValues(actedOn: ActedOn, parameters: AskedSignature): Promise<Struct> {
  const signer = await findSigner(actedOn.store, actedOn.organizationId, parameters.signWith);
  if (signer === undefined) return {};
  const values = await valuesOf(actedOn, signer);
  const { curve, public_key: publicKey } = signer;
  if (transactionSignerOf(parameters.type).curve !== curve) return values;
  return { ...values, ...valuesByKey(parameters)(publicKey) };
}

/** A request is decided over up to three times: as its scope is looked at, as it is prepared and as it is carried out. */
const valuesByKey = oncePerObject(({ type, unsignedTransaction, signWith }: AskedSignature) => {
  const read = new Map<string, Struct>();
  return (publicKey: string): Struct => {
    const known = read.get(publicKey) ?? readValues(type, { unsignedTransaction, signWith, publicKey });
    read.set(publicKey, known);
    return known;
  };
});

function readValues(...asked: Parameters<typeof valuesOfTransaction>): Struct {
  try {
    return valuesOfTransaction(...asked);
  } catch (error) {
    // What cannot be read has no values; the handler refuses it with the reason.
    if (error instanceof AppError) return {};
    throw error;
  }
}

/** `private_key` of an id. */
export async function privateKeyValues({ store, organizationId }: ActedOn, id: string): Promise<Struct> {
  const key = await findRow(store, 'private_key', organizationId, id);
  return key === undefined ? {} : { private_key: valuesOfPrivateKey(key) };
}

/** `wallet` of an id. */
export async function walletValues({ store, organizationId }: ActedOn, id: string): Promise<Struct> {
  const wallet = await findRow(store, 'wallet', organizationId, id);
  if (wallet === undefined) return {};
  const { name, imported, exported } = wallet;
  return { wallet: { id: wallet.id, label: name, imported: imported === 1, exported: exported === 1 } };
}

/** `wallet` and `wallet_account` of an address. */
export async function accountValues(actedOn: ActedOn, address: string): Promise<Struct> {
  const account = await findWalletAccountByAddress(actedOn.store, actedOn.organizationId, address);
  return account === undefined ? {} : await valuesOf(actedOn, account);
}

/** `secret` of each id: policies are asked about every one of them. */
export async function secretValues(
  { store, organizationId }: ActedOn,
  ids: readonly string[],
): Promise<Struct[]> {
  const found = [];
  for (const id of new Set(ids)) {
    const secret = await findRow(store, 'secret', organizationId, id);
    if (secret === undefined) continue;
    const properties = JSON.parse(secret.static_properties) as { key?: string; value?: string }[];
    found.push({
      secret: {
        id: secret.id,
        name: secret.name ?? undefined,
        static_properties: new Map(properties.map(({ key, value }) => [key ?? '', value ?? ''])),
      },
    });
  }
  return found;
}

async function valuesOf(actedOn: ActedOn, signer: SignerRow): Promise<Struct> {
  if (!isWalletAccount(signer)) return { private_key: valuesOfPrivateKey(signer) };
  return {
    ...(await walletValues(actedOn, signer.wallet_id)),
    wallet_account: { address: signer.address },
  };
}

const valuesOfPrivateKey = (key: PrivateKeyRow): Struct => ({
  id: key.id,
  tags: JSON.parse(key.tags) as string[],
  imported: key.imported === 1,
  exported: key.exported === 1,
  label: key.name,
});
