"""A private release of a PySpark data frame: needs tare-spark.jar on --jars."""


def release(frame, *options):
    """Makes a release with the options of `tare-spark release`, but for the rows.

    release(frame, "--schema", "schema.json", "--epsilon", "1", "--out", "release")
    """
    jvm = frame.sparkSession._jvm
    gateway = frame.sparkSession.sparkContext._gateway
    arguments = gateway.new_array(jvm.java.lang.String, len(options))
    for i, option in enumerate(options):
        arguments[i] = str(option)
    code = jvm.tare.spark.SparkMain.release(frame._jdf, arguments)
    if code != 0:
        raise RuntimeError(f"tare-spark ended with exit code {code}; the driver's log says why")
