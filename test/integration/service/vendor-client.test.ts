import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import { parseTransaction, recoverTransactionAddress, serializeTransaction } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPublicKeyOf } from '#protocol/stamp.ts';
import { DATABASES } from '../../fixtures/databases.ts';
import { startServiceProcess, type RunningProcess } from '../../fixtures/running-service.ts';

for (const kind of DATABASES) {
  describe.skipIf(kind.missing !== undefined)(`a service on ${kind.name} ${kind.missing ?? ''}`, () => {
    const privateKey = randomBytes(32);
    const publicKey = apiPublicKeyOf('API_KEY_CURVE_P256', privateKey);
    let database: Awaited<ReturnType<typeof kind.open>>;
    let folder: string;
    let service: RunningProcess;
    let client: TurnkeyClient;

    beforeAll(async () => {
      database = await kind.open();
      folder = mkdtempSync(join(tmpdir(), 'keyops-service-'));
      service = await startServiceProcess({
        data: join(folder, 'data'),
        rootPublicKey: publicKey,
        storageKey: randomBytes(32),
        extraArguments: database.processArguments,
      });
      const stamper = new ApiKeyStamper({
        apiPublicKey: publicKey,
        apiPrivateKey: privateKey.toString('hex'),
      });
      client = new TurnkeyClient({ baseUrl: service.ready.url }, stamper);
    });
    afterAll(async () => {
      await service.end();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('the vendor client creates a key, signs with it and finds the activity', async () => {
      const { organizationId, rootUserId } = service.ready;
      expect(await client.getWhoami({ organizationId })).toEqual({
        organizationId,
        organizationName: 'This machine',
        userId: rootUserId,
        username: 'Root user',
      });
      const created = await client.createPrivateKeys({
        type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
        timestampMs: String(Date.now()),
        organizationId,
        parameters: {
          privateKeys: [
            {
              privateKeyName: 'Treasury',
              curve: 'CURVE_SECP256K1',
              privateKeyTags: [],
              addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
            },
          ],
        },
      });
      const key = created.activity.result.createPrivateKeysResultV2?.privateKeys[0];
      const address = key?.addresses?.[0]?.address;
      expect(created.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');

      const transaction = {
        chainId: 1,
        type: 'eip1559',
        nonce: 3,
        to: `0x${'11'.repeat(20)}`,
        value: 5n,
        gas: 21_000n,
      } as const;
      const signed = await client.signTransaction({
        type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
        timestampMs: String(Date.now()),
        organizationId,
        parameters: {
          signWith: address ?? '',
          unsignedTransaction: serializeTransaction(transaction).slice(2),
          type: 'TRANSACTION_TYPE_ETHEREUM',
        },
      });
      const hex =
        `0x02${signed.activity.result.signTransactionResult?.signedTransaction.slice(2) ?? ''}` as const;
      expect(await recoverTransactionAddress({ serializedTransaction: hex })).toBe(address);
      expect(parseTransaction(hex)).toMatchObject(transaction);

      const found = await client.getActivity({ organizationId, activityId: signed.activity.id });
      expect(found.activity).toEqual(signed.activity);
    });
  });
}
