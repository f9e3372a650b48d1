import type { ContractReader } from './contract-reading.ts';
import type { KnownContract } from './schema.ts';
import { updatePermissions } from './permissions.ts';
import {
  cancelUnfreeze,
  delegate,
  freeze,
  freezeV2,
  undelegate,
  unfreeze,
  unfreezeV2,
  vote,
  withdrawReward,
  withdrawUnfrozen,
} from './resources.ts';
import { deploy, trigger } from './smart-contracts.ts';
import { createAccount, transfer, transferAsset, updateAccount } from './transfers.ts';

/** What reads each contract. */
export const CONTRACT_READERS: Readonly<Record<KnownContract, ContractReader>> = {
  AccountCreateContract: createAccount,
  TransferContract: transfer,
  TransferAssetContract: transferAsset,
  VoteWitnessContract: vote,
  AccountUpdateContract: updateAccount,
  FreezeBalanceContract: freeze,
  UnfreezeBalanceContract: unfreeze,
  WithdrawBalanceContract: withdrawReward,
  CreateSmartContract: deploy,
  TriggerSmartContract: trigger,
  AccountPermissionUpdateContract: updatePermissions,
  FreezeBalanceV2Contract: freezeV2,
  UnfreezeBalanceV2Contract: unfreezeV2,
  WithdrawExpireUnfreezeContract: withdrawUnfrozen,
  DelegateResourceContract: delegate,
  UnDelegateResourceContract: undelegate,
  CancelAllUnfreezeV2Contract: cancelUnfreeze,
};
