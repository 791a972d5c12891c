package dev.facsimile.anonymize.detect.secret;

import static dev.facsimile.anonymize.detect.secret.VendorToken.of;

import dev.facsimile.anonymize.detect.rule.Detector;
import java.util.List;

/**
 * Tokens with their vendor's prefix, as the vendors' own documentation and published examples show
 * them; one line each. Lengths are bounded from below by what vendors issue and are left open
 * upwards where vendors made theirs longer in the past.
 */
public final class VendorTokens {
  private static final String UUID =
      "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}";

  /** All of them. */
  public static final List<Detector> ALL =
      List.of(
          // Providers and tools of language models
          of("anthropic-api-key", "sk-ant-api", "sk-ant-api\\d\\d-[\\w-]{93}AA"),
          of("anthropic-admin-key", "sk-ant-admin", "sk-ant-admin\\d\\d-[\\w-]{93}AA"),
          of("anthropic-oauth-token", "sk-ant-o", "sk-ant-o[a-z]{2}\\d\\d-[\\w-]{80,200}+"),
          of("anthropic-session", "sk-ant-sid", "sk-ant-sid\\d\\d-[\\w-]{80,200}+"),
          of("openai-api-key", "sk-proj-", "sk-proj-[\\w-]{20,220}+"),
          of("openai-service-key", "sk-svcacct-", "sk-svcacct-[\\w-]{20,220}+"),
          of("openai-admin-key", "sk-admin-", "sk-admin-[\\w-]{20,220}+"),
          of("openai-legacy-key", "sk-", "sk-(?:None-)?[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}"),
          of("openrouter-key", "sk-or-", "sk-or-(?:v1-)?[0-9a-f]{48,64}+"),
          of("langfuse-key", List.of("sk-lf-", "pk-lf-"), "[sp]k-lf-" + UUID),
          of("sk-key", "sk-", "sk-[\\w-]{20,220}+").checked(Checksums::never),
          of("groq-key", "gsk_", "gsk_[A-Za-z0-9]{40,64}+"),
          of("replicate-token", "r8_", "r8_[A-Za-z0-9]{32,44}+"),
          of("perplexity-key", "pplx-", "pplx-[A-Za-z0-9]{40,64}+"),
          of("xai-key", "xai-", "xai-[A-Za-z0-9]{60,100}+"),
          of("huggingface-token", "hf_", "hf_[A-Za-z]{34}|hf_[A-Za-z0-9]{36,40}+"),
          of("huggingface-org-token", "api_org_", "api_org_[A-Za-z]{34}"),
          of("nvidia-key", "nvapi-", "nvapi-[\\w-]{40,80}+"),
          of("cerebras-key", "csk-", "csk-[a-z0-9]{40,60}+"),
          of("together-key", "tgp_v1_", "tgp_v1_[\\w-]{40,60}+"),
          of("fireworks-key", "fw_", "fw_[A-Za-z0-9]{20,32}+"),
          of("anyscale-key", "esecret_", "esecret_[A-Za-z0-9]{20,64}+"),
          of("pinecone-key", "pcsk_", "pcsk_\\w{50,90}+"),
          of("langsmith-key", "lsv2_", "lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
          of("elevenlabs-key", "sk_", "sk_[0-9a-f]{48}"),
          of("jina-key", "jina_", "jina_[A-Za-z0-9_-]{40,80}+"),
          of("voyage-key", "pa-", "pa-[A-Za-z0-9_-]{40,64}+").alone(),
          of("tavily-key", "tvly-", "tvly-(?:dev-|prod-)?[A-Za-z0-9]{20,44}+"),
          of("firecrawl-key", "fc-", "fc-[0-9a-f]{32}").alone(),
          of("e2b-key", "e2b_", "e2b_[0-9a-f]{40}"),
          of("promptlayer-key", "pl_", "pl_[0-9a-f]{32}"),
          of("bedrock-long-key", "absk", "ABSK[A-Za-z0-9+/]{109,269}+={0,2}+").anyBody(),
          of(
              "bedrock-short-key",
              "bedrock-api-key-",
              "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t[\\w+/=%.~-]{0,900}+"),
          of("google-api-key", "aiza", "AIza[\\w-]{35}"),
          // Clouds and infrastructure
          of("google-oauth-secret", "gocspx-", "GOCSPX-[\\w-]{28}"),
          of("google-oauth-token", "ya29.", "ya29\\.[\\w-]{20,900}+"),
          of("google-refresh-token", "1//0", "1//0[\\w-]{40,200}+"),
          of(
                  "aws-access-key",
                  List.of("akia", "asia", "abia", "acca", "a3t"),
                  "(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}")
              .alone(),
          of("aws-mws-key", "amzn.mws.", "amzn\\.mws\\." + UUID),
          of("digitalocean-personal", "dop_v1_", "dop_v1_[0-9a-f]{64}"),
          of("digitalocean-oauth", "doo_v1_", "doo_v1_[0-9a-f]{64}"),
          of("digitalocean-refresh", "dor_v1_", "dor_v1_[0-9a-f]{64}"),
          of("alibaba-key", "ltai", "LTAI[A-Za-z0-9]{12,30}+"),
          of("tencent-key", "akid", "AKID[A-Za-z0-9]{32,48}+"),
          of("yandex-iam-token", "t1.", "t1\\.[A-Za-z0-9_-]{6,80}+={0,2}\\.[\\w-]{86}={0,2}"),
          of("yandex-api-key", "aqvn", "AQVN[\\w-]{35,38}"),
          of("heroku-key", "hrku-", "HRKU-AA[\\w-]{58}|HRKU-" + UUID),
          of(
              "fly-token",
              List.of("fo1_", "fm1a_", "fm1r_", "fm2_"),
              "(?:fo1_[\\w-]{43}|fm1[ar]_[A-Za-z0-9+/]{100,1000}+={0,3}|fm2_[A-Za-z0-9+/]{100,1000}+={0,3})"),
          of("databricks-token", "dapi", "dapi[0-9a-f]{32}(?:-\\d)?"),
          of("cloudflare-origin-key", "v1.0-", "v1\\.0-[0-9a-f]{24}-[0-9a-f]{146}"),
          of("vault-service-token", "hvs.", "hvs\\.[\\w-]{90,140}+"),
          of("vault-batch-token", "hvb.", "hvb\\.[\\w-]{130,320}+"),
          of("vault-recovery-token", "hvr.", "hvr\\.[\\w-]{90,140}+"),
          of("pulumi-token", "pul-", "pul-[0-9a-f]{40}").alone(),
          of("doppler-token", "dp.", "dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{40,80}+"),
          of("infracost-token", "ico-", "ico-[A-Za-z0-9]{32}").alone(),
          of("netlify-token", "nfp_", "nfp_[A-Za-z0-9]{36,44}+"),
          of(
              "vercel-token",
              List.of("vcp_", "vck_", "vci_", "vca_", "vcr_"),
              "vc[pkiar]_[A-Za-z0-9]{24,64}+"),
          of("render-key", "rnd_", "rnd_[A-Za-z0-9]{28,40}+"),
          of("supabase-token", "sbp_", "sbp_(?:v0_)?[0-9a-f]{40}"),
          of("supabase-secret", "sb_secret_", "sb_secret_[\\w-]{20,64}+"),
          of("planetscale-token", "pscale_tkn_", "pscale_tkn_[\\w=.-]{32,64}+"),
          of("planetscale-oauth", "pscale_oauth_", "pscale_oauth_[\\w=.-]{32,64}+"),
          of("planetscale-password", "pscale_pw_", "pscale_pw_[\\w=.-]{32,64}+"),
          of("neon-key", "napi_", "napi_[a-z0-9]{40,72}+"),
          of("scalingo-token", "tk-us-", "tk-us-[\\w-]{48}"),
          of("prefect-token", "pnu_", "pnu_[A-Za-z0-9]{36}"),
          of("prefect-bot-token", "pnb_", "pnb_[A-Za-z0-9]{36}"),
          of("clickhouse-key", "4b1d", "4b1d[A-Za-z0-9]{38}"),
          of(
              "tailscale-key",
              "tskey-",
              "tskey-(?:api|auth|client|scim|webhook)-[A-Za-z0-9]{6,24}-?[A-Za-z0-9]{0,48}"),
          of("defined-networking-token", "dnkey-", "dnkey-[\\w=-]{26}-[\\w=-]{52}"),
          of("openshift-token", "sha256~", "sha256~[\\w-]{43}"),
          of("rancher-token", "token-", "token-[a-z0-9]{5}:[a-z0-9]{54}"),
          of("1password-service-token", "ops_ey", "ops_eyJ[A-Za-z0-9+/]{240,960}+={0,3}"),
          of(
              "1password-secret-key",
              "a3-",
              "A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}"),
          of(
                  "age-secret-key",
                  "age-secret-key-1",
                  "AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}")
              .anyBody(),
          of("mongodb-service-secret", "mdb_sa_sk_", "mdb_sa_sk_[\\w-]{30,64}+"),
          of("twingate-key", "tg-", "tg-[0-9a-f]{64}").alone(),
          of(
              "harness-key",
              List.of("pat.", "sat."),
              "[ps]at\\.[\\w-]{22}\\.[0-9A-Za-z]{24}\\.[0-9A-Za-z]{20}"),
          of("octopus-key", "api-", "API-[A-Z0-9]{26}").alone(),
          of(
              "authress-key",
              List.of("sc_", "ext_", "scauth_", "authress_"),
              "(?:sc|ext|scauth|authress)_[a-zA-Z0-9]{5,30}\\.[a-zA-Z0-9]{4,6}\\.acc[_-][a-zA-Z0-9-]{10,32}\\.[\\w+/=-]{30,120}+"),
          of("artifactory-key", "akcp", "AKCp[A-Za-z0-9]{69}").alone(),
          of("artifactory-reference", "cmvmd", "cmVmd[A-Za-z0-9]{59}").alone(),
          // Code, packages, builds
          of(
                  "github-token",
                  List.of("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
                  "gh[pousr]_[A-Za-z0-9]{36,255}+")
              .checked(Checksums::github),
          of("github-fine-grained-token", "github_pat_", "github_pat_\\w{36,255}+"),
          of(
              "gitlab-token",
              List.of(
                  "glpat-",
                  "gldt-",
                  "glft-",
                  "glrt-",
                  "glcbt-",
                  "glptt-",
                  "glsoat-",
                  "glimt-",
                  "glagent-",
                  "gloas-",
                  "glffct-",
                  "glwt-"),
              "gl(?:pat|dt|ft|rt|rtr|cbt|ptt|soat|imt|agent|oas|ffct|wt)-[\\w-]{16,300}+(?:\\.[0-9a-z]{2}\\.?[0-9a-z]{7})?"),
          of("gitlab-runner-registration", "gr1348941", "GR1348941[\\w-]{20}"),
          of("gitlab-session", "_gitlab_session=", "_gitlab_session=[0-9a-z]{32}"),
          of("bitbucket-app-password", "atbb", "ATBB[A-Za-z0-9]{24,64}+"),
          of("atlassian-token", List.of("atatt3", "atctt3"), "AT(?:A|C)TT3[\\w=-]{60,250}+"),
          of("npm-token", "npm_", "npm_[A-Za-z0-9]{36}").checked(Checksums::npm),
          of("pypi-token", "pypi-ag", "pypi-Ag(?:EIcHlwaS5vcmc|ENdGVzdC5weXBp)[\\w-]{50,900}+"),
          of("rubygems-key", "rubygems_", "rubygems_[0-9a-f]{48}"),
          of("nuget-key", "oy2", "oy2[a-z0-9]{43}"),
          of("crates-token", "cio", "cio[A-Za-z0-9]{32}"),
          of("clojars-token", "clojars_", "CLOJARS_[A-Za-z0-9]{60}"),
          of("docker-token", List.of("dckr_pat_", "dckr_oat_"), "dckr_[po]at_[\\w-]{24,64}+"),
          of("sourcegraph-token", "sgp_", "sgp_(?:(?:[0-9a-fA-F]{16}|local)_)?[0-9a-fA-F]{40}"),
          of("sourcegraph-dotcom-token", "slk_", "slk_[0-9a-f]{64}"),
          of("sonar-token", List.of("sqp_", "squ_", "sqa_"), "sq[pua]_[0-9a-z]{40}"),
          of("circleci-token", "ccip", "CCIPAT_[\\w-]{16,80}+"),
          of("buildkite-token", List.of("bkua_", "bkct_"), "bk(?:ua|ct)_[0-9a-z]{40,64}+"),
          of("postman-key", "pmak-", "PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
          of("readme-key", "rdme_", "rdme_[a-z0-9]{70}"),
          // Work and chat
          of("slack-bot-token", "xoxb-", "xoxb-\\d{8,14}-(?:\\d{8,14}-?)?[A-Za-z0-9-]{18,40}+"),
          of(
              "slack-user-token",
              List.of("xoxp-", "xoxe-"),
              "xox[pe]-(?:\\d{10,13}-){2,3}[A-Za-z0-9-]{28,34}+"),
          of(
              "slack-config-token",
              List.of("xoxe.xoxp-", "xoxe.xoxb-"),
              "xoxe\\.xox[bp]-\\d-[A-Za-z0-9]{140,200}+"),
          of("slack-refresh-token", "xoxe-", "xoxe-\\d-[A-Za-z0-9]{120,180}+"),
          of(
                  "slack-workspace-token",
                  List.of("xoxa-", "xoxr-"),
                  "xox[ar]-(?:\\d-)?[0-9A-Za-z]{8,48}+(?:-[0-9A-Za-z]{4,48}+){0,5}+")
              .anyBody(),
          of(
              "slack-legacy-token",
              List.of("xoxo-", "xoxs-"),
              "xox[os]-\\d+-\\d+-\\d+-[0-9a-fA-F]{8,64}+"),
          of("slack-app-token", "xapp-", "xapp-\\d-[A-Z0-9]{6,20}-\\d{8,16}-[a-zA-Z0-9]{20,80}+"),
          of("slack-session", "xoxd-", "xoxd-[A-Za-z0-9%+/=-]{40,400}+"),
          of(
              "linear-key",
              List.of("lin_api_", "lin_oauth_"),
              "lin_(?:api|oauth)_[A-Za-z0-9]{36,64}+"),
          of("notion-token", "ntn_", "ntn_\\d{11}[A-Za-z0-9]{35}"),
          of("notion-legacy-token", "secret_", "secret_[A-Za-z0-9]{43}"),
          of("figma-token", "figd_", "figd_[\\w-]{36,64}+"),
          of("typeform-token", "tfp_", "tfp_[\\w=.-]{36,64}+"),
          of("contentful-token", "cfpat-", "CFPAT-[\\w-]{40,64}+"),
          of(
              "settlemint-token",
              List.of("sm_pat_", "sm_aat_", "sm_sat_"),
              "sm_(?:pat|aat|sat)_[A-Za-z0-9]{16,40}+"),
          of("intra42-secret", "s-s4t2", "s-s4t2(?:ud|af)-[0-9a-f]{64}"),
          // Money
          of(
              "stripe-key",
              List.of("sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"),
              "[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,247}+"),
          of("stripe-webhook-secret", "whsec_", "whsec_[A-Za-z0-9+/=]{24,64}+"),
          of("square-token", "sq0atp-", "sq0atp-[\\w-]{22,64}+"),
          of("square-secret", "sq0csp-", "sq0csp-[\\w-]{30,64}+"),
          of("plaid-token", "access-", "access-(?:sandbox|development|production)-" + UUID),
          of(
              "paypal-token",
              "access_token$",
              "access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32}"),
          of("razorpay-key", "rzp_", "rzp_(?:live|test)_[A-Za-z0-9]{14,24}+"),
          of("shippo-token", "shippo_", "shippo_(?:live|test)_[0-9a-f]{40}"),
          of("easypost-key", List.of("ezak", "eztk"), "EZ[AT]K[A-Za-z0-9]{54}").alone(),
          of(
              "flutterwave-key",
              List.of("flwsec", "flwpub"),
              "FLW(?:SECK|PUBK)(?:_TEST)?-?[0-9a-hA-H]{12,64}+(?:-X)?"),
          of("duffel-token", "duffel_", "duffel_(?:test|live)_[\\w=-]{43}"),
          of("gocardless-token", "live_", "live_[\\w=-]{40}"),
          of("lob-key", List.of("live_", "test_"), "(?:live|test)_(?:pub_)?[0-9a-f]{31,35}+"),
          of(
              "shopify-token",
              List.of("shpat_", "shpca_", "shppa_", "shpss_"),
              "shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
          // Mail, monitoring, media
          of("sendgrid-key", "sg.", "SG\\.[\\w=.-]{60,80}+"),
          of("sendinblue-key", "xkeysib-", "xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
          of("mailgun-key", "key-", "key-[0-9a-f]{32}"),
          of("mailgun-public-key", "pubkey-", "pubkey-[0-9a-f]{32}"),
          of("grafana-key", "eyjrijoi", "eyJrIjoi[A-Za-z0-9+/]{60,400}+={0,3}"),
          of("grafana-cloud-token", "glc_", "glc_[A-Za-z0-9+/]{32,400}+={0,3}"),
          of("grafana-service-token", "glsa_", "glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}"),
          of(
              "sentry-org-token",
              "sntrys_",
              "sntrys_[A-Za-z0-9+/]{60,300}+={0,2}_?[A-Za-z0-9+/_-]{0,60}+"),
          of("sentry-user-token", "sntryu_", "sntryu_[0-9a-f]{64}"),
          of(
              "new-relic-key",
              List.of("nrak-", "nrjs-", "nrii-", "nrra-"),
              "NR(?:AK-[A-Za-z0-9]{27}|JS-[0-9a-f]{19}|II-[\\w-]{32}|RA-[0-9a-f]{42})"),
          of(
              "dynatrace-token",
              "dt0",
              "dt0[a-z]\\d\\d\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}|dt0c01\\.[a-zA-Z0-9]{24}\\.[a-zA-Z0-9]{64}"),
          of(
              "honeycomb-key",
              List.of("hcaik_", "hcxik_", "hcamk_"),
              "hc[ax][im]k_[A-Za-z0-9]{40,80}+"),
          of("mapbox-token", List.of("pk.", "sk."), "[ps]k\\.[a-zA-Z0-9]{60,90}\\.[\\w-]{22}"),
          of("frameio-token", "fio-u-", "fio-u-[\\w=-]{64}"),
          of("adobe-secret", "p8e-", "p8e-[A-Za-z0-9]{32}"),
          of("facebook-page-token", List.of("eaam", "eaac"), "EAA[MC][A-Za-z0-9]{80,260}+"),
          of("square-legacy-token", "eaaa", "EAAA[\\w-]{60,100}+").alone(),
          of(
                  "facebook-graph-token",
                  List.of("eaab", "eaag", "eaai", "eaaj", "eaaf"),
                  "EAA[BGIJF][A-Za-z0-9]{60,260}+")
              .alone(),
          of("twitter-bearer", "aaaaaaaaaaaaaaaaaaaaa", "A{22}[A-Za-z0-9%+/=]{80,120}+"));

  private VendorTokens() {}
}
