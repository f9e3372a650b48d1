import { address as asAddress } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { encryptPrivateKeyToBundle, encryptSecretToBundle, encryptWalletToBundle } from '@turnkey/crypto';
import { Transaction, Wallet } from 'ethers';
import { ethereumAccount, solanaAccount } from '../../fixtures/wallet-accounts.ts';
import type { ValidRequests, World } from './world.ts';

const encryptionSuite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1' as const;
const words = 'test test test test test test test test test test test junk';
const account = () => ({ ...ethereumAccount(0), name: 'First' });

const unsignedTransaction = Transaction.from({
  type: 2,
  chainId: 1,
  nonce: 1,
  to: `0x${'11'.repeat(20)}`,
  gasLimit: 21_000n,
  maxFeePerGas: 9n,
}).unsignedSerialized.slice(2);

async function sealedSecret(world: World) {
  const ingressTargetBundle = await world.made(
    'init_import_secrets',
    { encryptionSuite, numSecrets: 1 },
    'enclaveTargetMessages',
  );
  const sealed = await encryptSecretToBundle({ plaintext: 'x', ingressTargetBundle, ...world.trust() });
  const { secretPayload, targetPublicKey } = sealed;
  const staticProperties = [{ key: 'environment', value: 'test' }];
  return { name: world.name(), secretPayload, targetPublicKey, encryptionSuite, staticProperties };
}
const secretId = async (world: World): Promise<string> =>
  world.made('import_secrets', { secrets: [await sealedSecret(world)] }, 'secretIds');

/** Wallets, keys, secrets and signatures. */
export const keyRequests: ValidRequests<'privateKeys' | 'wallets' | 'secrets' | 'signing' | 'solanaHistory'> =
  {
    create_private_keys: () => ({
      privateKeys: [
        {
          privateKeyName: 'K',
          curve: 'CURVE_SECP256K1',
          privateKeyTags: ['hot'],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    }),
    create_wallet: (world) => ({ walletName: world.name(), accounts: [account()], mnemonicLength: 12 }),
    create_wallet_accounts: async (world) => ({
      walletId: (await world.wallet()).walletId,
      accounts: [{ ...ethereumAccount(1), name: 'Second' }],
      persist: true,
    }),
    update_wallet: async (world) => ({ walletId: (await world.wallet()).walletId, walletName: world.name() }),
    export_private_key: async (world) => ({
      privateKeyId: (await world.key()).id,
      targetPublicKey: world.target(),
    }),
    export_wallet: async (world) => ({
      walletId: (await world.wallet()).walletId,
      targetPublicKey: world.target(),
      language: 'MNEMONIC_LANGUAGE_ENGLISH',
    }),
    export_wallet_account: async (world) => ({
      address: (await world.wallet()).address,
      targetPublicKey: world.target(),
    }),
    init_import_private_key: (world) => ({ userId: world.rootUserId }),
    init_import_wallet: (world) => ({ userId: world.rootUserId }),
    init_import_secrets: () => ({ encryptionSuite, numSecrets: 2 }),
    import_private_key: async (world) => {
      const { rootUserId: userId } = world;
      const importBundle = await world.made('init_import_private_key', { userId }, 'importBundle');
      const privateKey = Wallet.createRandom().privateKey.slice(2);
      const sealed = { privateKey, keyFormat: 'HEXADECIMAL', importBundle } as const;
      return {
        userId,
        privateKeyName: world.name(),
        encryptedBundle: await encryptPrivateKeyToBundle({ ...sealed, ...world.trust() }),
        curve: 'CURVE_SECP256K1',
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      };
    },
    import_wallet: async (world) => {
      const { rootUserId: userId } = world;
      const importBundle = await world.made('init_import_wallet', { userId }, 'importBundle');
      const encryptedBundle = await encryptWalletToBundle({
        mnemonic: words,
        importBundle,
        ...world.trust(),
      });
      return { userId, walletName: world.name(), encryptedBundle, accounts: [account()] };
    },
    import_secrets: async (world) => ({ secrets: [await sealedSecret(world)] }),
    export_secrets: async (world) => ({
      secrets: [
        {
          secretId: await secretId(world),
          targetPublicKey: world.target(),
          encryptionSuite,
          requestContext: [{ key: 'purpose', value: 'test' }],
        },
      ],
    }),
    delete_secrets: async (world) => ({ secretIds: [await secretId(world)] }),
    list_secrets: () => ({ paginationOptions: { limit: '10' } }),
    list_private_keys: () => ({}),
    list_wallets: () => ({}),
    get_private_key: async (world) => ({ privateKeyId: (await world.key()).id }),
    get_wallet: async (world) => ({ walletId: (await world.wallet()).walletId }),
    get_wallet_account: (world) => world.wallet(),
    list_wallet_accounts: async (world) => ({
      walletId: (await world.wallet()).walletId,
      includeWalletDetails: true,
      paginationOptions: { limit: '10' },
    }),
    list_sol_transaction_history: async (world) => {
      const { address } = await world.wallet(solanaAccount(0));
      const friend = await world.cluster.account();
      const source = { source: friend, destination: asAddress(address), amount: 1_000_000n };
      const instructions = [getTransferSolInstruction(source)];
      for (let count = 0; count < 3; count += 1) await world.cluster.run(friend, instructions);
      const asked = { address, caip2: 'solana:mainnet' as const };
      const { json } = await world.service.query('list_sol_transaction_history', asked);
      const { startCursor, endCursor } = json['pageInfo'] as { startCursor: string; endCursor: string };
      return { ...asked, paginationOptions: { limit: '10', before: startCursor, after: endCursor } };
    },
    sign_transaction: async (world) => ({
      signWith: (await world.key()).id,
      unsignedTransaction,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    }),
    sign_raw_payload: async (world) => ({
      signWith: (await world.key()).id,
      payload: 'hello',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    }),
    sign_raw_payloads: async (world) => ({
      signWith: (await world.key()).id,
      payloads: ['hello'],
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    }),
  };
