import { describe, expect, test } from 'vitest'
import { profiles } from '../src/runner/profiles.ts'

/** The output of the profiles' programs, shortened. */
const printed: Record<string, { output: string[]; lines: string[]; used: object; answer: string | null }> = {
  claude: {
    output: [
      '{"type":"system","subtype":"init","session_id":"7c1e","tools":["Bash","Edit"],"model":"claude-sonnet-4-5"}',
      '{"type":"assistant","message":{"id":"msg_01","role":"assistant","content":[{"type":"text","text":"I look at the pump.\\nThen I fix it."}],"usage":{"input_tokens":4,"cache_creation_input_tokens":1000,"cache_read_input_tokens":15000,"output_tokens":2}}}',
      '{"type":"assistant","message":{"id":"msg_01","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"npm test\\n","description":"Run the tests"}}],"usage":{"input_tokens":4,"cache_creation_input_tokens":1000,"cache_read_input_tokens":15000,"output_tokens":2}}}',
      '{"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_1","type":"tool_result","content":"ok"}]}}',
      'npm warn something',
      '{"type":"assistant","message":{"id":"msg_02","role":"assistant","content":[{"type":"text","text":"The pump works."}],"usage":{"input_tokens":6,"cache_creation_input_tokens":0,"cache_read_input_tokens":16000,"output_tokens":3}}}',
      '{"type":"result","subtype":"success","is_error":false,"duration_ms":21000,"num_turns":2,"result":"The pump works.","total_cost_usd":0.0421,"usage":{"input_tokens":10,"cache_creation_input_tokens":1000,"cache_read_input_tokens":31000,"output_tokens":412}}',
    ],
    lines: ['I look at the pump.', 'Then I fix it.', 'Bash npm test', 'npm warn something', 'The pump works.'],
    used: { inputTokens: 32_010, outputTokens: 412, costUsd: 0.0421 },
    answer: 'The pump works.',
  },
  codex: {
    output: [
      '{"type":"thread.started","thread_id":"0199a213"}',
      '{"type":"turn.started"}',
      '{"type":"item.started","item":{"id":"item_1","type":"command_execution","command":"bash -lc ls","status":"in_progress"}}',
      '{"type":"item.completed","item":{"id":"item_1","type":"command_execution","command":"bash -lc ls","aggregated_output":"docs\\n","exit_code":0,"status":"completed"}}',
      '{"type":"item.completed","item":{"id":"item_2","type":"mcp_tool_call","server":"tandem","tool":"card_read","arguments":{"method":"get"},"status":"completed"}}',
      '{"type":"item.completed","item":{"id":"item_3","type":"agent_message","text":"The pump works."}}',
      '{"type":"turn.completed","usage":{"input_tokens":24763,"cached_input_tokens":24448,"output_tokens":122}}',
    ],
    lines: ['$ bash -lc ls', 'card_read get', 'The pump works.'],
    used: { inputTokens: 24_763, outputTokens: 122, costUsd: 0 },
    answer: 'The pump works.',
  },
  gemini: {
    output: [
      '{"type":"init","timestamp":"2026-01-10T12:00:00.000Z","session_id":"abc","model":"gemini-2.5-pro"}',
      '{"type":"message","role":"user","content":"Fix it","timestamp":"2026-01-10T12:00:00.000Z"}',
      '{"type":"message","role":"assistant","content":"I look ","delta":true}',
      '{"type":"message","role":"assistant","content":"at it.","delta":true}',
      '{"type":"tool_use","tool_name":"run_shell_command","tool_id":"1","parameters":{"command":"npm test"}}',
      '{"type":"tool_result","tool_id":"1","status":"success","output":"ok"}',
      '{"type":"message","role":"assistant","content":"The pump\\nworks.","delta":true}',
      '{"type":"result","status":"success","stats":{"total_tokens":25093,"input_tokens":24939,"output_tokens":154,"cached":21263,"duration_ms":5053,"tool_calls":1}}',
    ],
    lines: ['I look at it.', 'run_shell_command npm test', 'The pump', 'works.'],
    used: { inputTokens: 24_939, outputTokens: 154, costUsd: 0 },
    answer: 'The pump\nworks.',
  },
  opencode: {
    output: [
      '{"type":"step_start","timestamp":1767036059338,"sessionID":"ses_1","part":{"type":"step-start"}}',
      '{"type":"tool_use","sessionID":"ses_1","part":{"type":"tool","tool":"bash","state":{"status":"completed","input":{"command":"npm test"}}}}',
      '{"type":"step_finish","sessionID":"ses_1","part":{"type":"step-finish","reason":"tool-calls","cost":0.01,"tokens":{"input":600,"output":40,"reasoning":10,"cache":{"read":400,"write":100}}}}',
      '{"type":"text","sessionID":"ses_1","part":{"type":"text","text":"The pump works."}}',
      '{"type":"step_finish","sessionID":"ses_1","part":{"type":"step-finish","reason":"stop","cost":0.02,"tokens":{"input":100,"output":5,"reasoning":0,"cache":{"read":1000,"write":0}}}}',
    ],
    lines: ['bash npm test', 'The pump works.'],
    used: { inputTokens: 2_200, outputTokens: 55, costUsd: 0.03 },
    answer: 'The pump works.',
  },
  aider: {
    output: [
      'Aider v0.86.1',
      'Tokens: 4.2k sent, 1.1k cache write, 312 received. Cost: $0.02 message, $0.02 session.',
      'Tokens: 900 sent, 1,250 received. Cost: $0.01 message, $0.03 session.',
    ],
    lines: [
      'Aider v0.86.1',
      'Tokens: 4.2k sent, 1.1k cache write, 312 received. Cost: $0.02 message, $0.02 session.',
      'Tokens: 900 sent, 1,250 received. Cost: $0.01 message, $0.03 session.',
    ],
    used: { inputTokens: 6_200, outputTokens: 1_562, costUsd: 0.03 },
    answer: null,
  },
}

describe('what a program prints', () => {
  test.each(Object.entries(printed))('%s', (name, { output, lines, used, answer }) => {
    const reader = profiles[name]?.reader?.()
    expect(output.flatMap((line) => reader?.read(line) ?? [])).toEqual(lines)
    expect([reader?.used, reader?.answer]).toEqual([used, answer])
  })

  test('is shown as it is where it is no event, and changes nothing where the event is not known', () => {
    for (const { reader: create } of Object.values(profiles)) {
      const reader = create?.()
      if (!reader) continue
      expect(reader.read('{ not JSON')).toEqual(['{ not JSON'])
      for (const line of ['{}', '{"type":"new"}', '{"type":"result"}', '{"type":"assistant","message":7}', '{"type":"text","part":null}'])
        expect(() => reader.read(line)).not.toThrow()
      expect(reader.used).toEqual({ inputTokens: 0, outputTokens: 0, costUsd: 0 })
    }
  })
})
