import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §2, §3, §5, §6 and decisions.md §5: plugins, their installation and secrets. */
export const integrations = {
  'integration.install.answer': {
    source: 'service §4, decisions §5',
    rule: 'Installing answers 201 with {integration, token, signingSecret}.',
  },
  'integration.install.once': { source: 'service §4', rule: 'No other answer carries the token or the signingSecret.' },
  'integration.install.admin-scope': {
    source: 'service §4, service §5',
    rule: 'Installing needs board admin and integrations:write, else 403.',
  },
  'integration.install.types': { source: 'decisions §5', rule: 'The type is slack, github, gitlab or a custom slug.' },
  'integration.install.own-agent': { source: 'service §1', rule: 'Every integration acts as an agent actor of its own.' },
  'integration.install.subscription': {
    source: 'service §1, decisions §5',
    rule: 'Installing makes a subscription of inboundUrl to every verb.',
  },
  'integration.install.signing-secret-form': {
    source: 'decisions §5',
    rule: 'The signingSecret has the form of a webhook secret and signs the deliveries to inboundUrl.',
  },
  'integration.install.code-host-rules': {
    source: 'service §2',
    rule: 'Installing a code host with inProgressListId and doneListId makes two enabled rules that move on pr_opened and pr_merged.',
  },
  'integration.install.code-host-rules-editable': { source: 'service §2', rule: 'These two rules can be changed like any other.' },
  'integration.install.code-host-rules-need-both': {
    source: 'service §2',
    rule: 'Installing a code host with only one of the two list ids makes no such rules.',
  },
  'integration.token.leashed': { source: 'service §5', rule: 'The token of a plugin works on its board alone.' },
  'integration.token.scopes': {
    source: 'service §5',
    rule: 'The token of a plugin holds boards:read, boards:write, cards:write, comments:write and integrations:write.',
  },
  'integration.token.not-powerful': {
    source: 'service §5',
    rule: 'The token of a plugin holds neither members:write nor tokens:write nor webhooks:write.',
  },
  'integration.record.shape': { source: 'service §2', rule: 'An integration carries id, type, status, inboundUrl and config.' },
  'integration.record.statuses': { source: 'decisions §5', rule: 'The status is active, disabled, error or removed.' },
  'integration.list.board': {
    source: 'decisions §5',
    rule: 'GET /api/boards/:id/integrations lists the integrations and GET with an id answers one.',
  },
  'integration.update.fields': { source: 'service §4, decisions §5', rule: 'PATCH changes config, status, inboundUrl and name.' },
  'integration.remove.soft': { source: 'service §2, service §4', rule: 'DELETE marks the integration as removed and keeps its record.' },
  'integration.remove.subscription': { source: 'service §3', rule: 'DELETE deactivates its subscription.' },
  'integration.remove.token': { source: 'service §3, service §6', rule: 'DELETE revokes its token: the plugin gets 401.' },
  'integration.types.manifests': { source: 'decisions §5', rule: 'GET /api/integration-types answers the manifests.' },
  'integration.types.manifest-shape': {
    source: 'decisions §5',
    rule: 'A manifest has type, name, version, description, configSchema, secrets, events and inbound {path, signature}.',
  },
  'integration.types.manifest-invalid': { source: 'decisions §5', rule: 'A manifest that fails its schema is refused.' },
  'integration.secrets.put': { source: 'service §4, decisions §5', rule: 'PUT …/secrets stores the given names and values.' },
  'integration.secrets.admin-only': { source: 'service §4', rule: 'PUT …/secrets by anybody below board admin answers 403.' },
  'integration.secrets.never-read': { source: 'service §2', rule: 'No answer carries the value of a secret in clear.' },
  'integration.secrets.encrypted': {
    source: 'service §2, service §5',
    rule: 'Secrets lie in the database under AES-256-GCM with INTEGRATION_SECRET_KEY.',
  },
  'integration.secrets.names-shown': { source: 'decisions §5', rule: 'Reading an integration shows the names of its secrets with setAt.' },
  'integration.self.config': {
    source: 'decisions §5',
    rule: 'GET /api/integrations/self answers the integration of the calling token with its config.',
  },
  'integration.self.key': { source: 'decisions §5', rule: 'PUT /api/integrations/self/key registers a public JWK.' },
  'integration.self.sealed': {
    source: 'decisions §5',
    rule: 'After the registration self carries each secret as a JWE which the private key opens.',
  },
  'integration.self.environment-wins': {
    source: 'decisions §5',
    rule: 'A secret in the environment of a plugin has precedence over the stored one.',
  },
} as const satisfies RequirementTable
