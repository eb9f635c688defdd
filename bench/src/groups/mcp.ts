import { publishedTools } from '@tandem/contract/mcp'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { figure } from '../figures.ts'
import { contest, cpuPerOperation, type Metric, type Point, type Reading } from '../measure.ts'
import type { Rig } from '../rig.ts'
import { median } from '../statistics.ts'
import type { Group } from './group.ts'

const callers = 8
const manyCallers = 64

/** Tool calls beside the library's own empty one and the same operation by REST. */
export const mcpGroup: Group = async (rig, pace) => {
  const points: Point[] = [
    { name: 'empty tool of the library', on: 'reference', callers, act: () => ({ kind: 'callEmptyTool' }) },
    onBusy('card by id, REST', 'readCard', callers),
    onBusy('card by id, tool', 'readCardByTool', callers),
    onBusy('move, REST', 'move', callers),
    onBusy('move, tool', 'moveByTool', callers),
    onBusy('move, tool', 'moveByTool', manyCallers),
  ]
  const readings = await contest(rig, points, pace)
  const [empty, read, readByTool, move, moveByTool] = readings as [Reading, Reading, Reading, Reading, Reading]
  const beside = (tool: Reading, rest: Reading) => ratioToSum(cpuPerOperation, tool, [empty, rest])
  return {
    readings,
    figures: [
      figure('CPU of a card read by a tool, to the empty tool and REST', beside(readByTool, read), '×', { atMost: 1.5 }),
      figure('CPU of a move by a tool, to the empty tool and REST', beside(moveByTool, move), '×', { atMost: 1.5 }),
      figure('tokens of tools/list', encode(JSON.stringify({ tools: publishedTools })).length, '', { atMost: 4_000 }),
    ],
    notes: [],
  }
}

function onBusy(name: string, kind: 'readCard' | 'readCardByTool' | 'move' | 'moveByTool', by: number): Point {
  return { name, on: 'tandem', callers: by, act: async ({ world }: Rig) => ({ kind, boards: await world.busy() }) }
}

/** The median over rounds, each within its round. */
function ratioToSum(metric: Metric, of: Reading, parts: readonly Reading[]): number | null {
  const ratios = of.samples.flatMap((sample, round) => {
    const above = metric(sample)
    const below = parts.map(({ samples }) => (samples[round] ? metric(samples[round]) : null))
    if (above === null || below.some((value) => value === null)) return []
    return [above / below.reduce<number>((sum, value) => sum + (value ?? 0), 0)]
  })
  return ratios.length === 0 ? null : median(ratios)
}
