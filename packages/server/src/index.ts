/** The public entry of the service, for programs that compose it themselves. */
export { type Config, configHelp, describeSettings, readConfig } from './config.ts'
export { openApiDocument } from './surfaces/rest/openapi.ts'
