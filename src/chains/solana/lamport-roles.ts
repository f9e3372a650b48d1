/** Instructions that move SOL, by their ids: the roles of the account that it leaves, and of that where it arrives. */
export const LAMPORT_ROLES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'system.transfer': ['from', 'to'],
  'system.transferWithSeed': ['from', 'to'],
  'system.createAccount': ['from', 'newAccount'],
  'system.createAccountWithSeed': ['from', 'newAccount'],
  'system.withdrawNonce': ['nonceAccount', 'to'],
  'stake.withdraw': ['stake', 'to'],
  'stake.split': ['stake', 'newStake'],
  'stake.moveLamports': ['stake', 'destination'],
};
