import { isPublicProfile, webUrl } from './config/derived.ts'
import type { Config } from './config.ts'
import type { Policy } from './kernel/mutation.ts'

/** The parts of the configuration that the domain depends on. */
export function policyOf(config: Config): Policy {
  return {
    staleAfterMs: config.SESSION_STALE_MINUTES * 60_000,
    sessionTimeoutMs: config.SESSION_TIMEOUT_HOURS * 3_600_000,
    boardQuotaBytes: config.ATTACHMENT_BOARD_QUOTA_BYTES,
    quotas: {
      boards: config.BOARD_MAX_PER_PERSON || null,
      agents: config.AGENT_MAX_PER_PERSON || null,
      tokens: config.TOKEN_MAX_PER_PERSON || null,
      uploadBytes: config.ATTACHMENT_PERSON_QUOTA_BYTES || null,
    },
    registrationsPerAddress: config.REGISTRATION_MAX_PER_ADDRESS || null,
    registrationsPerInviter: config.REGISTRATION_MAX_PER_INVITER || null,
    webhooksPerBoard: config.WEBHOOK_MAX_PER_BOARD,
    registration: config.REGISTRATION ?? null,
    publicUrl: config.PUBLIC_URL ?? null,
    webUrl: webUrl(config),
    isPublicProfile: isPublicProfile(config),
    linkPreviews: config.LINK_PREVIEWS,
    localLogin: config.LOCAL_LOGIN,
    providers: config.OIDC_PROVIDERS.map(({ id, name, issuer }) => ({ id, name, issuer })),
    mailEnabled: config.SMTP_URL !== undefined,
    pushEnabled: config.WEB_PUSH,
  }
}
