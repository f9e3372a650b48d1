import type { ContractReader } from './contract-reading.ts';
import { createAccount, transfer, transferAsset, updateAccount, updatePermissions } from './accounts.ts';
import {
  cancelUnfreeze,
  delegate,
  freeze,
  freezeV2,
  undelegate,
  unfreeze,
  unfreezeV2,
  voteForWitnesses,
  withdrawReward,
  withdrawUnfrozen,
} from './resources.ts';
import type { KnownContract } from './schema.ts';
import { deploy, trigger } from './smart-contracts.ts';

/** What reads each contract. */
export const CONTRACT_READERS: Readonly<Record<KnownContract, ContractReader>> = {
  AccountCreateContract: createAccount,
  TransferContract: transfer,
  TransferAssetContract: transferAsset,
  VoteWitnessContract: voteForWitnesses,
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
