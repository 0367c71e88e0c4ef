package dev.handoffledger.gateway.internal.mcp;

import dev.handoffledger.gateway.internal.HttpProblem;
import dev.handoffledger.projections.NotAvailableException;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Problems as errors of the protocol, for what is asked for and is no tool. */
final class ProtocolErrors {
  private static final Logger LOG = LoggerFactory.getLogger(ProtocolErrors.class);

  private ProtocolErrors() {}

  /** What is supplied; what goes wrong is told with one sentence. */
  static <T> T of(Supplier<T> answer) {
    try {
      return answer.get();
    } catch (HttpProblem e) {
      throw error(ErrorCodes.INVALID_PARAMS, e.getMessage());
    } catch (NotAvailableException e) {
      LOG.info("a resource or prompt cannot be given now", e);
      throw error(ErrorCodes.INTERNAL_ERROR, "The answer cannot be given now; ask again.");
    } catch (McpError e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error("a resource or prompt failed", e);
      throw error(ErrorCodes.INTERNAL_ERROR, "The gateway failed to answer; its log says why.");
    }
  }

  private static McpError error(int code, String sentence) {
    return McpError.builder(code).message(sentence).build();
  }
}
