import { readClaude } from './printed/claude.ts'
import { readAider, readCodex, readGemini, readOpenCode } from './printed/others.ts'
import type { Reader } from './printed/reader.ts'

/** How to run a known agent CLI without user interaction. Words in braces are filled in for each session. */
export type Profile = {
  about: string
  command: readonly string[]
  /** How the prompt is passed: by standard input, or in a file that the command names. */
  prompt: 'stdin' | 'file'
  environment?: Readonly<Record<string, string>>
  /** The content of its settings file for this one run, as {settings}; its words are filled in as well. */
  settings?: object
  /** The reader of its output; without one, its lines are shown unchanged, and its usage is unknown. */
  reader?: () => Reader
  /** How it connects to the MCP tools of Tandem. */
  mcp: string
}

const bearer = (variable: string): object => ({ Authorization: `Bearer ${variable}` })

/** Words after `--` are appended to the command. Nothing here holds a token: each CLI reads it from its environment. */
export const profiles: Readonly<Record<string, Profile>> = {
  claude: {
    about: 'Claude Code',
    command: [
      'claude',
      '--print',
      '--permission-mode',
      'acceptEdits',
      '--allowedTools',
      'mcp__tandem,Bash,Edit,Write',
      '--mcp-config',
      '{mcpConfig}',
      '--output-format',
      'stream-json',
      '--verbose',
    ],
    prompt: 'stdin',
    reader: readClaude,
    mcp: 'a file that is given with --mcp-config',
  },
  codex: {
    about: 'Codex CLI',
    command: [
      'codex',
      'exec',
      '--json',
      '--sandbox',
      'workspace-write',
      '--skip-git-repo-check',
      '--output-last-message',
      '{summaryFile}',
      '-c',
      'mcp_servers.tandem.url="{mcpUrl}"',
      '-c',
      'mcp_servers.tandem.bearer_token_env_var="TANDEM_TOKEN"',
      '-c',
      'mcp_servers.tandem.default_tools_approval_mode="approve"',
    ],
    prompt: 'stdin',
    reader: readCodex,
    mcp: 'settings on its command line; the token is read from TANDEM_TOKEN',
  },
  gemini: {
    about: 'Gemini CLI',
    command: ['gemini', '--approval-mode', 'yolo', '--skip-trust', '--output-format', 'stream-json'],
    prompt: 'stdin',
    reader: readGemini,
    environment: { GEMINI_CLI_SYSTEM_DEFAULTS_PATH: '{settings}' },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Gemini CLI fills this in.
    settings: { mcpServers: { tandem: { httpUrl: '{mcpUrl}', headers: bearer('${TANDEM_TOKEN}'), trust: true } } },
    mcp: 'a file of defaults below its own settings',
  },
  opencode: {
    about: 'OpenCode',
    command: ['opencode', 'run', '--format', 'json'],
    prompt: 'stdin',
    reader: readOpenCode,
    environment: { OPENCODE_CONFIG: '{settings}' },
    settings: {
      mcp: { tandem: { type: 'remote', url: '{mcpUrl}', enabled: true, oauth: false, headers: bearer('{env:TANDEM_TOKEN}') } },
      permission: { edit: 'allow', bash: 'allow', webfetch: 'allow' },
    },
    mcp: 'a configuration file beside its own',
  },
  cursor: {
    about: 'Cursor agent',
    command: ['cursor-agent', '--print', '--force', '--trust', '--approve-mcps', '{prompt}'],
    prompt: 'file',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what one writes into its file.
    mcp: 'once, by hand, in ~/.cursor/mcp.json: "tandem" with your URL and the header "Authorization": "Bearer ${env:TANDEM_TOKEN}"',
  },
  aider: {
    about: 'aider',
    command: ['aider', '--yes-always', '--no-check-update', '--no-pretty', '--no-stream', '--message-file', '{promptFile}'],
    prompt: 'file',
    reader: readAider,
    mcp: 'not at all: it edits and commits, and the runner reports for it',
  },
}
