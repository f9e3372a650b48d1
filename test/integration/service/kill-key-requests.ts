import { randomBytes } from 'node:crypto';
import { encryptPrivateKeyToBundle, encryptSecretToBundle, encryptWalletToBundle } from '@turnkey/crypto';
import { Transaction } from 'ethers';
import { ethereumAccount } from '../../fixtures/wallet-accounts.ts';
import {
  address,
  enclave,
  label,
  on,
  onSpentList,
  suite,
  target,
  type KeyResource,
  type Makers,
} from './kill-making.ts';

const unsignedTransaction = Transaction.from({
  ...{ type: 2, chainId: 1, nonce: 1, gasLimit: 21_000n, maxFeePerGas: 9n },
  to: `0x${'11'.repeat(20)}`,
}).unsignedSerialized.slice(2);
const mnemonic = 'test test test test test test test test test test test junk';
const chainCaip2 = 'eip155:8453';

/** Wallets, keys, secrets, signatures and earning. */
export const keyMakers: Makers<KeyResource> = {
  create_private_keys: () => ({
    privateKeys: ['CURVE_SECP256K1', 'CURVE_P256'].map((curve) => ({
      ...{ privateKeyName: label(), curve, privateKeyTags: [] },
      addressFormats: ['ADDRESS_FORMAT_COMPRESSED', 'ADDRESS_FORMAT_UNCOMPRESSED'],
    })),
  }),
  create_wallet: () => ({ walletName: label(), accounts: [ethereumAccount(0), ethereumAccount(1)] }),
  create_wallet_accounts: on('walletId', 'walletId', () => ({
    accounts: [1, 2].map(() => ethereumAccount(2 + randomBytes(3).readUIntBE(0, 3))),
  })),
  update_wallet: on('walletId', 'walletId', () => ({ walletName: label() })),
  export_wallet: on('walletId', 'walletId', () => ({ targetPublicKey: target() })),
  export_wallet_account: on('addresses', 'address', () => ({ targetPublicKey: target() })),
  export_private_key: on('privateKeyId', 'privateKeyId', () => ({ targetPublicKey: target() })),
  sign_transaction: on('ethereumKeys', 'signWith', () => ({
    ...{ unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' },
  })),
  sign_raw_payload: on('privateKeyId', 'signWith', () => ({
    ...{ payload: label(), encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' },
  })),
  sign_raw_payloads: on('privateKeyId', 'signWith', () => ({
    ...{ payloads: [label(), label()], encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
    hashFunction: 'HASH_FUNCTION_SHA256',
  })),
  init_import_secrets: () => ({ encryptionSuite: suite, numSecrets: 2 }),
  import_secrets: async (context) => {
    const ingressTargetBundle = context.known.last('enclaveTargetMessages');
    if (ingressTargetBundle === undefined) return undefined;
    const text = { plaintext: label(), ingressTargetBundle };
    const { secretPayload, targetPublicKey } = await encryptSecretToBundle({ ...enclave(context), ...text });
    return { secrets: [{ name: label(), secretPayload, targetPublicKey, encryptionSuite: suite }] };
  },
  export_secrets: ({ known }) => {
    const secretId = known.one('secretIds');
    if (secretId === undefined) return undefined;
    return { secrets: [{ secretId, targetPublicKey: target(), encryptionSuite: suite }] };
  },
  delete_secrets: onSpentList('secretIds', 'secretIds'),
  init_import_private_key: ({ ready }) => ({ userId: ready.rootUserId }),
  init_import_wallet: ({ ready }) => ({ userId: ready.rootUserId }),
  import_private_key: async (context) => {
    const importBundle = context.known.last('initImportPrivateKeyResult');
    if (importBundle === undefined) return undefined;
    const key = { privateKey: `00${randomBytes(31).toString('hex')}`, keyFormat: 'HEXADECIMAL' as const };
    const encryptedBundle = await encryptPrivateKeyToBundle({ ...enclave(context), ...key, importBundle });
    const named = { userId: context.ready.rootUserId, privateKeyName: label(), encryptedBundle };
    return { ...named, curve: 'CURVE_SECP256K1', addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] };
  },
  import_wallet: async (context) => {
    const importBundle = context.known.last('initImportWalletResult');
    if (importBundle === undefined) return undefined;
    const encryptedBundle = await encryptWalletToBundle({ ...enclave(context), mnemonic, importBundle });
    const named = { userId: context.ready.rootUserId, walletName: label(), encryptedBundle };
    return { ...named, accounts: [ethereumAccount(0)] };
  },
  earn_deploy_wrapper: () => ({
    ...{ vaultAddress: address(), chainCaip2, clientFeeBps: '25', clientFeeWallet: address() },
  }),
  earn_set_wrapper_state: on('wrapperAddress', 'wrapperAddress', () => ({
    depositsDisabled: randomBytes(1).readUInt8() < 64,
  })),
  earn_deposit: ({ known }) => {
    const [wrapperAddress, signWith] = [known.one('wrapperAddress'), known.one('addresses')];
    if (wrapperAddress === undefined || signWith === undefined) return undefined;
    return { wrapperAddress, signWith, assets: '100', chainCaip2 };
  },
  earn_withdraw: ({ known }) => {
    const [wrapperAddress, signWith] = known.one('positions')?.split(' ') ?? [];
    return signWith === undefined ? undefined : { wrapperAddress, signWith, amountValue: '3', chainCaip2 };
  },
  claim_swap_fees: () => ({}),
};
