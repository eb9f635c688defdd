import { publishedTool } from './schema.ts'
import { toolNames, tools } from './tools.ts'

/** The MCP surface as data: the answer of `tools/list`, built once. Specification: service §4. */
export { type Method, type Named, type Param, paramsOf, type Shape, type Tool } from './binding.ts'
export { whyLeftOut } from './left-out.ts'
export { type ParamName, params as toolParams } from './params.ts'
export { type PublishedTool, publishedTool } from './schema.ts'
export { type ToolName, toolNames, tools } from './tools.ts'

export const publishedTools = toolNames.map((name) => publishedTool(name, tools[name]))
