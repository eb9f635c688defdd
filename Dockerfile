# The service:  docker build -t tandem .
# A plugin:     docker build -t tandem-github --target plugin --build-arg PLUGIN=github .
# Both run as the user `node` and write to /data alone: the rest of the file system may be read-only, with a tmpfs at /tmp.

FROM node:24-bookworm-slim AS source
WORKDIR /tandem
COPY . .

FROM source AS web
RUN npm ci --ignore-scripts --no-audit && node scripts/build-web.cjs && test -f apps/web/dist/index.html

# What runs, without what builds and tests. The image brings Node itself, so the packaged one goes.
FROM source AS service-modules
RUN npm ci --ignore-scripts --no-audit --omit=dev --include-workspace-root -w packages/server -w packages/cli \
  && node scripts/link-libraries.ts && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM source AS plugin-modules
ARG PLUGIN
RUN npm ci --ignore-scripts --no-audit --omit=dev -w "plugins/$PLUGIN" && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24-bookworm-slim AS plugin
ARG PLUGIN
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 STATE_DIR=/data
WORKDIR /tandem/plugins/$PLUGIN
COPY --from=plugin-modules /tandem/LICENSE /tandem/package.json /tandem/
COPY --from=plugin-modules /tandem/node_modules /tandem/node_modules
COPY --from=plugin-modules /tandem/packages /tandem/packages
COPY --from=plugin-modules /tandem/plugins/$PLUGIN /tandem/plugins/$PLUGIN
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --start-period=10s --interval=15s --timeout=3s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]

# Last, so that it is what is built when no target is named.
FROM node:24-bookworm-slim AS service
# `docker exec … tandem …` is the command line.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/tandem/node_modules/.bin:$PATH
WORKDIR /tandem
COPY --from=service-modules /tandem/LICENSE /tandem/package.json ./
COPY --from=service-modules /tandem/node_modules node_modules
COPY --from=service-modules /tandem/packages packages
# The agent of `tandem demo`.
COPY --from=service-modules /tandem/examples/agents/webhook-agent.ts packages/cli/src/demo/
COPY --from=web /tandem/apps/web/dist apps/web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=30s --interval=15s --timeout=3s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/server/src/main.ts"]
