import { defineRefusals } from '../errors.ts';

const TOO_MANY = 'A user has at most {most}: delete one first.';
const SEAL_AGAIN = 'seal the secret again';

/** What operations refuse, once a request is authentic and may be carried out. */
export const featureError = defineRefusals({
  UNSPECIFIED: {
    authenticators: ['RESOURCE_EXHAUSTED', 'user has exceeded maximum authenticators', TOO_MANY],
    oauthProviders: ['RESOURCE_EXHAUSTED', 'user has exceeded maximum oauth providers', TOO_MANY],
    longLivedKeys: ['RESOURCE_EXHAUSTED', 'user has exceeded maximum long-lived api keys', TOO_MANY],
    policies: [
      'RESOURCE_EXHAUSTED',
      'organization has exceeded maximum policies',
      'The expressions of all policies are {most} MiB together at most: delete policies, or make them shorter.',
    ],
  },
  CREDENTIAL_NOT_FOUND: {
    authenticator: ['NOT_FOUND', 'webauthn authenticator not found in organization (or parent organization)'],
    ofUser: ['NOT_FOUND', 'the user has no {what} with the ID {id}'],
    publicKey: ['NOT_FOUND', 'the organization has no API key with the public key {publicKey}'],
  },
  CREDENTIAL_CONFLICT: {
    apiKey: [
      'INVALID_ARGUMENT',
      'the public key is an API key of this organization already',
      'Use the API key that is there, or another public key.',
      'is an API key already',
    ],
    passkey: [
      'INVALID_ARGUMENT',
      'the passkey is an authenticator of this organization already',
      'Use the authenticator that is there, or another passkey.',
      'is an authenticator already',
    ],
    login: [
      'INVALID_ARGUMENT',
      'the public key is a credential of this organization already',
      'Log in with a fresh key.',
      'belongs to another user or another kind of session',
    ],
  },
  REQUEST_INVALID: {
    activityPage: 'these activities are too large for one page: ask for fewer at once',
    attestation: 'invalid authenticator attestation: {why}',
    wrapperChain: 'the wrapper is on {chain}',
    wrapperTaken: 'this organization has a wrapper of this vault already',
    walletCurve: 'its key is of {curve}, not CURVE_SECP256K1',
    depositsDisabled: 'deposits into this wrapper are disabled',
    withdrawal: 'the wallet has {value} in this wrapper',
    invitationClosed: 'the invitation was accepted, was revoked or has expired',
    invitationAccepted: 'the invitation was accepted already',
    invitationAddress: 'the invitation is for another email address',
    quorumUser: 'quorum users missing: {id}',
    quorumThreshold: '{users} users cannot give {threshold} approvals',
    quorumMember: '{id} is in the root quorum; take the user out of it first',
    policyName: 'policy label must be unique',
    policyExpression: 'invalid policy {part}: {why}',
    addressFormat: 'invalid address format: {why}',
    sealingUsed: `was used for another credential; ${SEAL_AGAIN}`,
    sealingOfOther: `was sent by another user before; ${SEAL_AGAIN}`,
    sealingEmpty: 'holds nothing',
    secretName: 'a secret of this organization has this name already',
    secretTarget: 'is not an open target of this organization: it is unknown, was used or has expired',
    secretKey: 'does not open with the key of its target',
    sessionProfileName: 'a session profile has this name already',
    sessionScope: 'invalid scope: {why}',
    signerCurve: 'the key is of {curve}; {type} is signed with {wanted}',
    payloadEncoding:
      'invalid payload encoding: {encoding} is signed with CURVE_SECP256K1, and the key is of {curve}',
    historyAddress: 'is not a Solana address of a wallet account of this organization',
    importNone: 'this user has no open import: none was begun, or it was used or has expired',
    importKey: 'does not open with the key of any open import of this user',
    debugMode: 'this app allows no deployments in debug mode',
    operatorSet: 'give either this or {member}Params',
    operatorKey: 'is a key that another operator of the set has',
    operatorThreshold: 'the set has only {operators} operators',
    accountTaken: 'is an account of this wallet already',
    accountUnnamed: 'an address or a path must be given',
    webhookEndpoints: 'an organization has at most {most} webhook endpoints',
    webhookFilters: 'its filters have at most {most} characters together',
    webhookEvent: 'must be one of {types}',
  },
  INVALID_TRANSACTION: ['INVALID_ARGUMENT', '{message}', '{whatToDo}', '{message}'],
  NOT_FOUND: {
    oauthProvider: ['NOT_FOUND', 'the user has no OAuth provider with the ID {id}'],
    feature: ['NOT_FOUND', 'the organization does not have the feature {name}'],
    address: ['NOT_FOUND', 'no wallet account found with the address {address}'],
    account: ['NOT_FOUND', 'this wallet has no such account'],
    signWith: [
      'NOT_FOUND',
      'no private key found for signWith {signWith}',
      'Name a private key by its ID or an address, or a wallet account by its address.',
      'is neither the ID nor an address of a private key here, nor the address of a wallet account',
    ],
  },
  OAUTH_PROVIDER_ALREADY_EXISTS: [
    'INVALID_ARGUMENT',
    'a user of this organization has a provider of this issuer, audience and subject already',
  ],
});
