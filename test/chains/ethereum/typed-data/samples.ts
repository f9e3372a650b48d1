import { OTHER, SIGNER, STRANGE, USDC } from '../unsigned.ts';

/** The key that the example of EIP-712 is signed with: keccak256 of "cow". */
export const COW = '0xc85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4';

/** The example of EIP-712; its digest is printed there. */
export const MAIL = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
};
export const MAIL_DIGEST = '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2';

export const MAX = (2n ** 256n - 1n).toString();
/** 2025-11-21 12:00 UTC. */
export const DEADLINE = '1763726400';
const members = (text: string) =>
  text.split(', ').map((each) => {
    const [type = '', name = ''] = each.split(' ');
    return { name, type };
  });

/** A permit of ERC-2612 for USDC on mainnet. */
export const permit = (message: object = {}, domain: object = {}) => ({
  types: {
    Permit: members('address owner, address spender, uint256 value, uint256 nonce, uint256 deadline'),
  },
  primaryType: 'Permit',
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: USDC, ...domain },
  message: { owner: SIGNER, spender: OTHER, value: '1500000', nonce: 0, deadline: DEADLINE, ...message },
});

export const daiPermit = (message: object = {}) => ({
  types: {
    Permit: members('address holder, address spender, uint256 nonce, uint256 expiry, bool allowed'),
  },
  primaryType: 'Permit',
  domain: {
    name: 'Dai Stablecoin',
    version: '1',
    chainId: 1,
    verifyingContract: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  },
  message: { holder: SIGNER, spender: OTHER, nonce: 0, expiry: DEADLINE, allowed: true, ...message },
});

const PERMIT2 = {
  name: 'Permit2',
  chainId: 1,
  verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
};
const PermitDetails = members('address token, uint160 amount, uint48 expiration, uint48 nonce');
const TokenPermissions = members('address token, uint256 amount');

export const permitSingle = (details: object = {}, domain: object = {}) => ({
  types: {
    PermitDetails,
    PermitSingle: members('PermitDetails details, address spender, uint256 sigDeadline'),
  },
  primaryType: 'PermitSingle',
  domain: { ...PERMIT2, ...domain },
  message: {
    details: { token: USDC, amount: '1500000', expiration: DEADLINE, nonce: 0, ...details },
    spender: OTHER,
    sigDeadline: DEADLINE,
  },
});

export const permitBatch = () => ({
  types: {
    PermitDetails,
    PermitBatch: members('PermitDetails[] details, address spender, uint256 sigDeadline'),
  },
  primaryType: 'PermitBatch',
  domain: PERMIT2,
  message: {
    details: [USDC, STRANGE].map((token) => ({ token, amount: '1500000', expiration: 0, nonce: 0 })),
    spender: OTHER,
    sigDeadline: DEADLINE,
  },
});

export const permitTransfer = () => ({
  types: {
    TokenPermissions,
    PermitTransferFrom: members(
      'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline',
    ),
  },
  primaryType: 'PermitTransferFrom',
  domain: PERMIT2,
  message: {
    permitted: { token: USDC, amount: '1500000' },
    spender: OTHER,
    nonce: '7',
    deadline: DEADLINE,
  },
});

export const permitBatchTransfer = () => ({
  types: {
    TokenPermissions,
    PermitBatchTransferFrom: members(
      'TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline',
    ),
  },
  primaryType: 'PermitBatchTransferFrom',
  domain: PERMIT2,
  message: {
    permitted: [{ token: USDC, amount: '1500000' }],
    spender: OTHER,
    nonce: '7',
    deadline: DEADLINE,
  },
});

export const safeTransaction = (message: object = {}) => ({
  types: {
    SafeTx: members(
      'address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce',
    ),
  },
  primaryType: 'SafeTx',
  domain: { chainId: 1, verifyingContract: STRANGE },
  message: {
    to: OTHER,
    value: '1000000000000000000',
    data: '0x',
    operation: 0,
    safeTxGas: 0,
    baseGas: 0,
    gasPrice: 0,
    gasToken: `0x${'0'.repeat(40)}`,
    refundReceiver: `0x${'0'.repeat(40)}`,
    nonce: 3,
    ...message,
  },
});

export const userOperation = (message: object = {}, domain: object = {}) => ({
  types: {
    PackedUserOperation: members(
      'address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData',
    ),
  },
  primaryType: 'PackedUserOperation',
  domain: {
    name: 'ERC4337',
    version: '1',
    chainId: 1,
    verifyingContract: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    ...domain,
  },
  message: {
    sender: SIGNER,
    nonce: 1,
    initCode: '0x',
    callData: '0x',
    // 100,000 of gas for validation and for the call, at 30 gwei.
    accountGasLimits: `0x${'186a0'.padStart(32, '0').repeat(2)}`,
    preVerificationGas: 50_000,
    gasFees: `0x${'6fc23ac00'.padStart(32, '0').repeat(2)}`,
    paymasterAndData: '0x',
    ...message,
  },
});

/** A transfer of USDC that its owner signs for anybody to hand in (EIP-3009). */
export const authorizedTransfer = (message: object = {}, domain: object = {}, name = 'Transfer') => ({
  types: {
    [`${name}WithAuthorization`]: members(
      'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce',
    ),
  },
  primaryType: `${name}WithAuthorization`,
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: USDC, ...domain },
  message: {
    from: SIGNER,
    to: OTHER,
    value: '1500000',
    validAfter: 0,
    validBefore: DEADLINE,
    nonce: `0x${'5a'.repeat(32)}`,
    ...message,
  },
});

export const cancelledTransfer = () => ({
  types: { CancelAuthorization: members('address authorizer, bytes32 nonce') },
  primaryType: 'CancelAuthorization',
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: USDC },
  message: { authorizer: SIGNER, nonce: `0x${'5a'.repeat(32)}` },
});
