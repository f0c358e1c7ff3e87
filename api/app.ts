import { randomUUID } from "node:crypto";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { type CredentialParts, createCredentials } from "./auth/credentials.ts";
import { countLookups } from "./cache-counter.ts";
import { type JobSender, openJobSender } from "./clients/job-sender.ts";
import { openBuiltInPayments } from "./clients/payments/built-in.ts";
import type { Payments } from "./clients/payments/provider.ts";
import { type AppOptions, defaultPublicUrl } from "./deps.ts";
import { describeApi } from "./http/description/describe.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { createEventStreams, type EventStreams } from "./http/event-streams.ts";
import { openFastPath } from "./http/fast-path.ts";
import { createRateLimiter, defaultRateLimits } from "./http/limits/rate-limit.ts";
import { sharedTaken, shareQuota } from "./http/limits/shared-quota.ts";
import { listenForChanges } from "./http/listener.ts";
import { mount } from "./http/mount.ts";
import { createObserver, observeReplies } from "./http/observe.ts";
import { observePool } from "./http/pool-metrics.ts";
import { admission } from "./http/requests/admission.ts";
import { createOnce } from "./http/requests/idempotency.ts";
import { tellReducedLimit } from "./http/requests/limit-reduced.ts";
import { readJson, refuseUnstorable } from "./http/requests/read-body.ts";
import { tellUnknownMembers } from "./http/requests/unknown-members.ts";
import { tellUnknownParameters } from "./http/requests/unknown-parameters.ts";
import {
  answerError,
  answerUnknown,
  type ReadAs,
  refuseBrokenRequest,
} from "./http/responses/failures.ts";
import { readersPage } from "./http/responses/readers-page.ts";
import { makeDeps } from "./make-deps.ts";
import { refresh as refreshCustomer } from "./modules/billing/service.ts";
import type { DocumentCache } from "./modules/companies/document-cache.ts";
import { meantPages } from "./modules/entity-search/service.ts";
import { allEndpoints } from "./modules.ts";
import type { PageCache } from "./pages/page-cache.ts";

declare module "fastify" {
  interface FastifyInstance {
    payments: Payments;
  }
}

const megabyte = 1_048_576;

/**
 * Builds the API without opening a socket. The caller owns the database and closes the app before it. `endpoints` is
 * the list to serve; tests of the kernel pass their own.
 */
export function buildApp(
  options: AppOptions,
  endpoints: readonly Endpoint[] = allEndpoints,
): FastifyInstance {
  const app = createServer(options);
  const access = createCredentials(options);
  const { limits = defaultRateLimits, database } = options;
  // Only one process can use the embedded database, so there are no counts to share.
  const shared = database.lite === null ? database.db : null;
  const clock = () => options.now().getTime();
  const limiters = {
    limiter: createRateLimiter(
      limits,
      clock,
      shared && shareQuota(shared),
      shared && sharedTaken(shared),
    ),
    lookups: createRateLimiter(limits, clock),
  };
  const payments =
    options.payments ??
    builtInPayments(app, options, (customerId) => refreshCustomer(units.root, customerId));
  const streams = createEventStreams();
  const lookups = countLookups(options.metrics);
  observePool(database.pool, options.metrics);
  const { units, documents, views, pages, written } = makeDeps(options, access, {
    jobs: options.jobs ?? ownSender(app, options),
    payments,
    streams,
    rateLimits: limiters.limiter,
    lookups,
  });

  app.decorate("payments", payments);
  app.decorateRequest("caller", null);
  app.setValidatorCompiler(validatorCompiler);
  // Handlers serialize their answers themselves, so no serializer is compiled from the schemas.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  const { corsOrigins, publicUrl = defaultPublicUrl } = options;
  const origins = { allowed: new Set(corsOrigins), publicUrl };
  app.addHook("onRequest", admission(access.authenticator, limiters, origins, options.now));
  app.addHook("preValidation", tellUnknownParameters);
  app.addHook("preValidation", refuseUnstorable);
  app.addHook("preValidation", tellUnknownMembers);
  app.addHook("preHandler", tellReducedLimit);
  const observe = createObserver(options.metrics, options.log);
  app.addHook("onResponse", observeReplies(observe));
  const learn = openFastPath(app, options, {
    limiter: limiters.limiter,
    observe,
    count: lookups("answers"),
  });
  const readAs: ReadAs = (request, page) => readersPage(request, page, units.root);
  app.setErrorHandler(answerError(options.log, readAs));
  app.setNotFoundHandler(answerUnknown((path) => meantPages(database.db, path), readAs));
  readJson(app);
  describeApi(app, options);
  app.register((routes, _options, done) => {
    // With an external issuer, users do not sign in here.
    const offered = endpoints.filter((one) => options.auth === null || !one.localIssuer);
    mount(routes, offered, { units, once: createOnce(), learn });
    done();
  });
  keepFresh(app, options, { documents, pages, written, access, streams });
  app.addHook("preClose", async () => streams.close());
  app.addHook("onClose", () => views.close());
  return app;
}

function createServer(options: AppOptions): FastifyInstance {
  return fastify({
    loggerInstance: options.log,
    // We log one line per request. Fastify would log two and create a child logger for each request.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    genReqId: () => randomUUID(),
    bodyLimit: megabyte,
    // During shutdown, requests on open connections are still answered in the usual envelope.
    return503OnClosing: false,
    // X-Forwarded-For is trusted only from configured proxies. Otherwise a client could choose the address its rate
    // limit is counted for.
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    requestTimeout: 30_000,
    // By default Node.js checks for timed-out requests only every 30 s.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
    // A parameter cannot be longer than the URL, so an overlong ticker is refused by its own validation, not by the
    // router (CNV-36).
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      answerError(options.log)(error, request, reply),
    clientErrorHandler: refuseBrokenRequest,
    // Opening job queue and listener takes long on a busy machine, and is no fault there.
    pluginTimeout: 120_000,
  } as Parameters<typeof fastify>[0]) as unknown as FastifyInstance;
}

/** The job queue in the database. It starts and stops with the app. */
function ownSender(app: FastifyInstance, { database, log }: AppOptions): JobSender {
  const sender = openJobSender(database, log);
  app.addHook("onReady", () => sender.start());
  app.addHook("onClose", () => sender.stop());
  return sender;
}

/** Opens the built-in payment provider. It tells this app of changes. */
function builtInPayments(
  app: FastifyInstance,
  { database, now, log }: AppOptions,
  changed: (customerId: string) => Promise<void>,
): Payments {
  const payments = openBuiltInPayments({ db: database.db, now, log, changed });
  app.addHook("onClose", () => payments.close());
  return payments;
}

function keepFresh(
  app: FastifyInstance,
  options: AppOptions,
  {
    documents,
    pages,
    written,
    access,
    streams,
  }: {
    documents: DocumentCache;
    pages: PageCache;
    written: () => void;
    access: CredentialParts;
    streams: EventStreams;
  },
): void {
  let listener: ReturnType<typeof listenForChanges> | null = null;
  app.addHook("onReady", async () => {
    const events = {
      changed: (entityId: string) => {
        documents.drop(entityId);
        pages.drop(entityId);
        written();
      },
      revoked: (id: string) => {
        access.authenticator.forget(id);
        streams.wake(id);
      },
      roomNews: (roomId: string) => streams.wake(roomId),
      listening: (isListening: boolean) => {
        documents.keep(isListening);
        pages.keep(isListening);
        if (!isListening) return;
        access.authenticator.forgetAll();
        streams.wakeAll();
      },
    };
    listener = listenForChanges(options.database, events, options.log);
  });
  app.addHook("onClose", async () => {
    await listener?.stop();
    await access.stop();
  });
}
