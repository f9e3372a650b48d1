import { randomUUID } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { earnDeployWrapper as operation } from '../../protocol/catalogue/earn.ts';
import { prefixedHex, toChecksumAddress, type Hex } from '../../chains/ethereum/address.ts';
import { toUtf8 } from '../../protocol/encoding.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { findEarnWrapper, insertEarnRequest, insertEarnWrapper } from '../storage/earn.ts';
import { readAddress } from './earn-accounts.ts';

export const earnDeployWrapper = submitHandler(
  operation,
  async ({ store, caller: { organizationId }, now }, { vaultAddress, chainCaip2, ...fees }) => {
    const vault = readAddress(vaultAddress, 'parameters.vaultAddress');
    const feeWallet = readAddress(fees.clientFeeWallet, 'parameters.clientFeeWallet');
    const place = `${organizationId}/${chainCaip2}/${vault}`;
    const wrapperAddress = addressOfName(`wrapper/${place}`);
    const splitterAddress = addressOfName(`splitter/${place}`);
    if ((await findEarnWrapper(store, organizationId, wrapperAddress)) !== undefined)
      throw invalidField('parameters.vaultAddress', 'this organization has a wrapper of this vault already');
    const deployRequestId = randomUUID();
    await insertEarnWrapper(store, {
      address: wrapperAddress,
      organization_id: organizationId,
      chain: chainCaip2,
      vault_address: vault,
      splitter_address: splitterAddress,
      client_fee_bps: fees.clientFeeBps,
      client_fee_wallet: feeWallet,
      deposits_disabled: 0,
      deploy_request_id: deployRequestId,
      created_at: now,
      updated_at: now,
    });
    await insertEarnRequest(store, {
      id: deployRequestId,
      organization_id: organizationId,
      kind: 'deploy',
      wrapper_address: wrapperAddress,
      wallet_address: null,
      amount: null,
      created_at: now,
    });
    return { wrapperAddress, splitterAddress, deployRequestId };
  },
);

/** An address that follows from a name, as those of contracts follow from who makes them. */
const addressOfName = (name: string): Hex =>
  toChecksumAddress(prefixedHex(keccak_256(toUtf8(name)).subarray(12)));
