export interface RootQuorumRow {
  organization_id: string;
  threshold: number;
  user_ids: string;
}

export interface PolicyRow {
  id: string;
  organization_id: string;
  name: string;
  effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  condition: string | null;
  consensus: string | null;
  time: string | null;
  notes: string;
  created_at: number;
  updated_at: number;
}

export interface PolicyEvaluationRow {
  id: string;
  organization_id: string;
  activity_id: string;
  vote_id: string;
  evaluations: string;
  created_at: number;
}

export interface InvitationRow {
  id: string;
  organization_id: string;
  sender_user_id: string;
  receiver_user_name: string;
  receiver_email: string;
  receiver_user_tags: string;
  access_type: 'ACCESS_TYPE_WEB' | 'ACCESS_TYPE_API' | 'ACCESS_TYPE_ALL';
  status: 'INVITATION_STATUS_CREATED' | 'INVITATION_STATUS_ACCEPTED' | 'INVITATION_STATUS_REVOKED';
  expires_at: number;
  created_at: number;
  updated_at: number;
}

export interface OrganizationFeatureRow {
  organization_id: string;
  name: string;
  value: string;
}

export interface IpAllowlistRow {
  organization_id: string;
  public_key: string;
  enabled: number;
  on_evaluation_error: 'ALLOW' | 'DENY';
  rules: string;
}

/** Who decides over what: the tables of migration 002. */
export interface ConsensusSchema {
  root_quorum: RootQuorumRow;
  policy: PolicyRow;
  policy_evaluation: PolicyEvaluationRow;
  invitation: InvitationRow;
  organization_feature: OrganizationFeatureRow;
  ip_allowlist: IpAllowlistRow;
}
