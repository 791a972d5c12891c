package dev.facsimile.ingest;

import java.util.List;

/** Examples of public traces. */
final class PublicExamples {
  static final List<Example> ALL =
      List.of(
          azureLlm(),
          mooncake(),
          timedTrace(),
          burstGpt(),
          bailian(),
          ragPulse(),
          swissAi(),
          llmServingSim(),
          kvCacheTester(),
          traceLab(),
          traceLabSessions());

  private PublicExamples() {}

  private static Example azureLlm() {
    return new Example(
        "azure-llm",
        "TIMESTAMP,ContextTokens,GeneratedTokens",
        List.of(
            "2024-05-12 00:00:00.001163+00:00,374,44",
            "2024-05-12 00:00:01.5+00:00,396,109",
            "2024-05-12 00:00:02Z,879,55"),
        """
        row-2 @1715472000.001163 in=374 out=44
        row-3 @1715472001.5 in=396 out=109
        row-4 @1715472002 in=879 out=55
        """);
  }

  private static Example mooncake() {
    return Example.of(
        "mooncake",
        List.of(
            "{\"timestamp\": 0, \"input_length\": 700, \"output_length\": 5, \"hash_ids\": [0, 1]}",
            "{\"timestamp\": 3000, \"input_length\": 600, \"output_length\": 6, \"hash_ids\": [0, 2]}",
            "{\"timestamp\": 3000, \"input_length\": 500, \"output_length\": 7, \"hash_ids\": [3]}"),
        """
        row-1 @0 in=700 out=5 blocks=[0, 1]
        row-2 @3 in=600 out=6 blocks=[0, 2]
        row-3 @3 in=500 out=7 blocks=[3]
        """);
  }

  private static Example timedTrace() {
    return Example.of(
        "vllm-timed-trace",
        List.of(
            "{\"timestamp\": 0.0, \"input_length\": 33, \"output_length\": 12, \"hash_ids\": [1, 2, 3]}",
            "{\"timestamp\": 1.25, \"input_length\": 48, \"output_length\": 4, \"hash_ids\": [1, 2, 9]}",
            "{\"timestamp\": 2, \"input_length\": 16, \"output_length\": 4, \"hash_ids\": [4]}"),
        """
        row-1 @0 in=33 out=12 blocks=[1, 2, 3]
        row-2 @1.25 in=48 out=4 blocks=[1, 2, 9]
        row-3 @2 in=16 out=4 blocks=[4]
        """);
  }

  private static Example burstGpt() {
    return new Example(
        "burstgpt",
        "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type",
        List.of(
            "5.0,conv-1,43,m-4,472,18,490,Conversation log",
            "11.0,conv-2,1,m-4,0,0,0,Conversation log",
            "28.0,,21,m-4,930,83,1013,API log"),
        """
        row-2 @5 in=472 out=18 class=Conversation log model=m-4 session=conv-1 status=completed e2e=43
        row-3 @11 class=Conversation log model=m-4 session=conv-2 status=failed e2e=1
        row-4 @28 in=930 out=83 class=API log model=m-4 status=completed e2e=21
        """);
  }

  private static Example bailian() {
    return Example.of(
        "bailian",
        List.of(
            """
            {"chat_id": 7, "parent_chat_id": -1, "timestamp": 61.125, "input_length": 33, \
            "output_length": 132, "type": "text", "turn": 1, "hash_ids": [1, 2, 3]}
            {"chat_id": 9, "parent_chat_id": 7, "timestamp": 92.5, "input_length": 48, \
            "output_length": 40, "type": "text", "turn": 2, "hash_ids": [1, 2, 6]}
            """,
            """
            {"chat_id": 8, "parent_chat_id": -1, "timestamp": 92.625, "input_length": 16, \
            "output_length": 4, "type": "search", "turn": 1, "hash_ids": [4]}
            """,
            """
            {"chat_id": 10, "parent_chat_id": 6, "timestamp": 93, "input_length": 17, \
            "output_length": 4, "type": "text", "turn": 3, "hash_ids": [5, 7]}
            """),
        """
        7 @61.125 in=33 out=132 class=text session=7 turn=0 blocks=[1, 2, 3]
        9 @92.5 in=48 out=40 class=text session=7 turn=1 parent=7 blocks=[1, 2, 6]
        8 @92.625 in=16 out=4 class=search session=8 turn=0 blocks=[4]
        10 @93 in=17 out=4 class=text session=6 turn=2 parent=6 blocks=[5, 7]
        """);
  }

  private static Example ragPulse() {
    return Example.of(
        "ragpulse",
        List.of(
            """
            {"timestamp": "82", "input_length": 3112, "output_length": 192, "hash_ids": \
            {"sys_prompt": [1], "passages_ids": [5, 4], "history": [6], "web_search": [], \
            "user_input": [9]}, "session_id": "s-1"}
            """,
            """
            {"timestamp": "85", "input_length": 90, "output_length": 7, "hash_ids": \
            {"sys_prompt": [1], "passages_ids": [], "history": [], "web_search": [], \
            "user_input": [10]}, "session_id": "s-2"}
            """,
            """
            {"timestamp": "86", "input_length": 91, "output_length": 8, "hash_ids": \
            {"sys_prompt": [1], "passages_ids": [], "history": [], "web_search": [], \
            "user_input": [11]}, "session_id": "s-3"}
            """),
        """
        row-1 @82 in=3112 out=192 class=rag session=s-1 blocks=[1, 5, 4, 6, 9]
        row-2 @85 in=90 out=7 class=rag session=s-2 blocks=[1, 10]
        row-3 @86 in=91 out=8 class=rag session=s-3 blocks=[1, 11]
        """);
  }

  private static Example swissAi() {
    return Example.of(
        "swissai",
        List.of(
            """
            {"created_at": "2024-06-10T06:13:20.125Z", "finished_at": "2024-06-10T06:13:22Z", \
            "model": "m-32b", "model_parameters": {"max_tokens": "null"}, "prompt_tokens": 111, \
            "output_tokens": 184, "status": "DEFAULT"}
            """,
            """
            {"created_at": "2024-06-10T06:13:21Z", "finished_at": "2024-06-10T06:13:22Z", \
            "model": "m-32b", "prompt_tokens": -1, "output_tokens": -1, "status": "ERROR"}
            """,
            """
            {"created_at": "2024-06-10T06:13:22Z", "finished_at": "2024-06-10T06:13:23Z", \
            "model": "m-32b", "prompt_tokens": 5, "output_tokens": 6, "status": "DEFAULT"}
            """),
        """
        row-1 @1718000000.125 in=111 out=184 model=m-32b status=completed e2e=1.875
        row-2 @1718000001 model=m-32b status=failed
        row-3 @1718000002 in=5 out=6 model=m-32b status=completed e2e=1
        """);
  }

  private static Example llmServingSim() {
    String row =
        "{\"request_id\": \"bench-%d\", \"input_toks\": 2358, \"output_toks\": 531,"
            + " \"arrival_time\": 171800000%d.125, \"queued_ts\": 27536.5, \"scheduled_ts\":"
            + " 27536.75, \"first_token_ts\": 27537.0, \"last_token_ts\": 27554.25}";
    return Example.of(
        "llmservingsim",
        List.of(String.format(row, 0, 0), String.format(row, 1, 1), String.format(row, 2, 2)),
        """
        bench-0 @1718000000.125 in=2358 out=531 status=completed queue=0.25 ttft=0.5 e2e=17.75
        bench-1 @1718000001.125 in=2358 out=531 status=completed queue=0.25 ttft=0.5 e2e=17.75
        bench-2 @1718000002.125 in=2358 out=531 status=completed queue=0.25 ttft=0.5 e2e=17.75
        """);
  }

  private static Example kvCacheTester() {
    String session =
        "{\"id\": \"trace_%d\", \"models\": [\"m-4\"], \"block_size\": 64, \"hash_id_scope\": \"local\","
            + " \"requests\": [{\"t\": 1.5, \"type\": \"n\", \"model\": \"m-4\", \"in\": 200, \"out\": 169,"
            + " \"hash_ids\": [1, 2, 3], \"stop\": \"tool_use\", \"api_time\": 7.5, \"think_time\": 0.0},"
            + " {\"t\": 19.0, \"type\": \"subagent\", \"agent_id\": \"a1\", \"requests\": []}]}";
    return Example.of(
        "kv-cache-tester",
        List.of(String.format(session, 1), String.format(session, 2), String.format(session, 3)),
        """
        trace_1:0 @1.5 in=200 out=169 class=agent model=m-4 session=trace_1 blocks=[1, 2, 3] \
        stream=false status=completed finish=tool_use e2e=7.5
        skipped: a sub-agent's summary, whose own requests are rows
        trace_2:0 @1.5 in=200 out=169 class=agent model=m-4 session=trace_2 blocks=[1, 2, 3] \
        stream=false status=completed finish=tool_use e2e=7.5
        skipped: a sub-agent's summary, whose own requests are rows
        trace_3:0 @1.5 in=200 out=169 class=agent model=m-4 session=trace_3 blocks=[1, 2, 3] \
        stream=false status=completed finish=tool_use e2e=7.5
        skipped: a sub-agent's summary, whose own requests are rows
        """);
  }

  private static Example traceLab() {
    String round =
        "{\"project\":\"p\",\"session_id\":\"s-%d\",\"round_index\":0,\"round_id\":\"r-%d\",\"model\":"
            + "\"m-4\",\"input_tokens_total\":32272,\"prefix_tokens\":27217,\"output_tokens\":931,"
            + "\"reasoning_output_tokens\":null,\"timing_events\":[{\"event_type\":\"user_message\","
            + "\"timestamp\":\"2024-06-10T06:13:2%d.125Z\"},{\"event_type\":\"text\",\"timestamp\":"
            + "\"2024-06-10T06:13:29Z\"}]}";
    return Example.of(
        "tracelab",
        List.of(
            String.format(round, 1, 1, 0),
            String.format(round, 2, 2, 1),
            String.format(round, 3, 3, 2)),
        """
        r-1 @1718000000.125 in=32272 out=931 cached=27217 class=agent tenant=p model=m-4 \
        session=s-1 turn=0 status=completed e2e=8.875
        r-2 @1718000001.125 in=32272 out=931 cached=27217 class=agent tenant=p model=m-4 \
        session=s-2 turn=0 status=completed e2e=7.875
        r-3 @1718000002.125 in=32272 out=931 cached=27217 class=agent tenant=p model=m-4 \
        session=s-3 turn=0 status=completed e2e=6.875
        """);
  }

  private static Example traceLabSessions() {
    return new Example(
        "tracelab-sessions",
        "session_id,arrival_time,round_idx,prefix_len,input_len,output_len,tool_wait_after_ms",
        List.of("0,0,0,0,512,64,100\n0,0,1,576,128,64,100", "1,250,0,0,40,8,0", "2,500,0,0,41,9,0"),
        """
        row-2 @0 in=512 out=64 class=agent session=0 turn=0
        row-3 @0.1 in=704 out=64 class=agent session=0 turn=1
        row-4 @0.25 in=40 out=8 class=agent session=1 turn=0
        row-5 @0.5 in=41 out=9 class=agent session=2 turn=0
        """);
  }
}
